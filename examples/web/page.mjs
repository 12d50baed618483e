// `node page.mjs [PICTURE]`: opens index.html in a headless browser and uses it. Exits with 1 if something is not as it should be.
// The picture is of the page while it plays.
import { strict as assert } from "node:assert";
import { withPage } from "./browser.mjs";

await withPage(async (page, origin) => {
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const shows = (id) => page.locator(`#${id}`);
  const event = (name) => page.locator("#list li", { hasText: name }).first().waitFor();

  await page.goto(`${origin}/`);
  await page.locator("#name", { hasText: "sample.mbundle" }).waitFor();
  await shows("speed").fill("3");
  assert.equal(await shows("speed-shown").textContent(), "3.0 m/s");
  await event("Footstep_R");
  await shows("montage").selectOption("AM_AttackCombo");
  await shows("start").click();
  await event("AM_AttackCombo");
  await page.waitForTimeout(600);
  await shows("play").click();
  assert.equal(await shows("play").textContent(), "Play");
  if (process.argv[2]) {
    await page.screenshot({ path: process.argv[2] });
  }

  // Paused, so that two pictures are the same; a tick makes another one.
  const picture = async () => (await page.locator("canvas").screenshot()).toString("base64");
  const before = await picture();
  assert.equal(await picture(), before, "a paused character moves");
  await shows("step").click();
  await page.waitForTimeout(100);
  assert.notEqual(await picture(), before, "a tick does not move the character");

  const drop = (name, bytes) =>
    page.evaluate(([name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    }, [name, bytes]);
  await drop("picture.png", [1, 2, 3, 4]);
  await page.locator("#message", { hasText: "picture.png cannot be played" }).waitFor();
  assert.equal(await shows("name").textContent(), "sample.mbundle");
  await page.evaluate(async () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await (await fetch("built/sample.mbundle")).arrayBuffer()], "another.mbundle"));
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  });
  await page.locator("#name", { hasText: "another.mbundle" }).waitFor();
  assert.equal(await shows("message").isVisible(), false);
  assert.deepEqual(faults, []);
  console.log("the page plays, and tells of a file that is no bundle");
});
