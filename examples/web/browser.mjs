// A headless browser on this folder, for golden.mjs and page.mjs.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** WebGL is drawn by the processor, and root is let in. */
const ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/**
 * Runs work with a page of a browser. `CHROMIUM` names another program than that of the system.
 * @param {(page: import("playwright-core").Page, origin: string, version: string) => Promise<void>} work
 */
export async function withPage(work) {
  const executablePath = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error(`missing: a browser, one of ${PATHS.join(", ")}, or the one that CHROMIUM names`);
  }
  const server = await serve(0);
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
    await work(page, `http://localhost:${server.address().port}`, browser.version());
  } finally {
    await browser.close();
    server.close();
  }
}
