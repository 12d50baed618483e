// Plays a bundle in Node: `node first.mjs BUNDLE`. In a browser only the two lines that read files are others.
import { readFile } from "node:fs/promises";
import { Mutoscope, Phase, Reason } from "./mutoscope.js";

const HERO = 1;

const library = await Mutoscope.load(await readFile(new URL("built/mutoscope_capi.wasm", import.meta.url)));
const bundle = library.open(await readFile(process.argv[2]));
const world = bundle.world();
world.add(HERO, bundle.skeletonOf("PG_Hero"), 1);
world.playGraph(HERO, "PG_Hero");

for (let frame = 0; frame < 180; frame++) {
  if (frame === 30) {
    world.set(HERO, "Speed", 3);
  }
  if (frame === 90) {
    world.playMontage(HERO, "AM_ChargedAttack");
  }
  world.step(1 / 60);
  for (const event of world.events(HERO)) {
    if (event.reason === Reason.Fired && event.phase !== Phase.Tick) {
      console.log(`${event.time.toFixed(3)} s: ${event.name}`);
    }
  }
  // One matrix a bone, model space: what a game's own renderer takes.
  world.models(HERO);
}

world.free();
bundle.free();
