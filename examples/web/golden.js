/**
 * Whether every golden vector of a bundle is met bit for bit. It runs in Node and in a browser alike.
 * @module
 */
import { Mutoscope } from "./mutoscope.js";

/** FNV-1a of 64 bits: one number for everything that was played. */
class Hash {
  value = 0xcbf29ce484222325n;

  add(number) {
    for (let byte = 0n; byte < 64n; byte += 8n) {
      this.value = BigInt.asUintN(64, (this.value ^ ((number >> byte) & 0xffn)) * 0x100000001b3n);
    }
  }
}

/** Plays one recording and returns what each tick gave. */
function replay(bundle, index, golden) {
  const world = bundle.world();
  const settings = bundle.goldenSettings(index);
  try {
    const of = golden.isGraph ? bundle.skeletonOf(golden.name) : bundle.montage(golden.name).skeleton;
    world.add(0, of);
    if (golden.isGraph) {
      world.playGraph(0, golden.name);
    } else {
      world.playMontage(0, golden.name);
    }
    const given = [];
    for (let tick = 0; tick < golden.ticks; tick++) {
      while (settings.length > 0 && settings[0].tick <= tick) {
        const { parameter, value } = settings.shift();
        world.set(0, parameter, value);
      }
      world.step(golden.dt);
      given.push(world.hash(0));
    }
    return given;
  } finally {
    world.free();
  }
}

/**
 * Plays every recording of a bundle.
 * @param {Mutoscope} library
 * @param {ArrayBuffer | Uint8Array} bytes
 * @returns {{ recordings: number, ticks: number, differences: string[], hash: string }}
 */
export function compare(library, bytes) {
  const bundle = library.open(bytes);
  const hash = new Hash();
  const differences = [];
  let ticks = 0;
  const recorded = bundle.golden();
  recorded.forEach((golden, index) => {
    const given = replay(bundle, index, golden);
    bundle.goldenTicks(index).forEach((expected, tick) => {
      const parts = ["pose", "events", "placement"];
      parts.forEach((part) => hash.add(given[tick][part]));
      const wrong = parts.filter((part) => given[tick][part] !== expected[part]);
      if (wrong.length > 0) {
        differences.push(`${golden.name}, tick ${tick}: ${wrong.join(", ")}`);
      }
      ticks += 1;
    });
  });
  bundle.free();
  return { recordings: recorded.length, ticks, differences, hash: hash.value.toString(16).padStart(16, "0") };
}
