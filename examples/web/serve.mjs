// `node serve.mjs [PORT]`: this folder on http://localhost:8080/, for browsers load modules from servers alone.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * Serves this folder.
 * @param {number} port 0 for any that is free
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(port) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = resolve(FOLDER, `.${normalize(path)}${path.endsWith("/") ? "index.html" : ""}`);
    try {
      if (!file.startsWith(FOLDER.endsWith(sep) ? FOLDER : FOLDER + sep)) {
        throw new Error("not in the folder");
      }
      const bytes = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  return new Promise((done) => server.listen(port, "localhost", () => done(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.argv[2] ?? 8080));
  console.log(`http://localhost:${server.address().port}/`);
}
