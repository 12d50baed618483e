// `node golden.mjs [--browser]`: whether every golden vector of built/sample.mbundle is met bit for bit, in Node or in a
// headless browser. Exits with 1 if one is not, or if there is none.
import { readFile } from "node:fs/promises";
import { withPage } from "./browser.mjs";
import { compare } from "./golden.js";
import { Mutoscope } from "./mutoscope.js";

const here = (path) => new URL(path, import.meta.url);

function tell(where, { recordings, ticks, differences, hash }) {
  differences.slice(0, 20).forEach((difference) => console.log(`differs: ${difference}`));
  console.log(`${where}: ${recordings} recordings, ${ticks} ticks compared, ${differences.length} differ, hash ${hash}`);
  if (ticks === 0) {
    console.log("nothing was compared: the bundle has no golden vectors");
  }
  if (ticks === 0 || differences.length > 0) {
    process.exitCode = 1;
  }
}

if (process.argv[2] === "--browser") {
  await withPage(async (page, origin, version) => {
    await page.goto(`${origin}/golden.js`);
    const found = await page.evaluate(async () => {
      const { Mutoscope } = await import("/mutoscope.js");
      const { compare } = await import("/golden.js");
      const library = await Mutoscope.load("/built/mutoscope_capi.wasm");
      return compare(library, await (await fetch("/built/sample.mbundle")).arrayBuffer());
    });
    tell(`Chromium ${version}`, found);
  });
} else {
  const library = await Mutoscope.load(await readFile(here("built/mutoscope_capi.wasm")));
  tell(`Node ${process.version}`, compare(library, await readFile(here("built/sample.mbundle"))));
}
