// `node host.mjs MODULE LANES FILE`: what the program of this folder prints, of its WebAssembly.
import { readFileSync } from "node:fs";

const [, , module, lanes, file] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, room, run, text, length } = instance.exports;
const bytes = readFileSync(file);
const at = room(bytes.length);
new Uint8Array(memory.buffer).set(bytes, at);
const isWell = run(["scalar", "four", "eight"].indexOf(lanes));
process[isWell ? "stdout" : "stderr"].write(Buffer.from(memory.buffer, text(), length()));
process.exitCode = isWell ? 0 : 1;
