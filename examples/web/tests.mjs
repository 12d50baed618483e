// `node --expose-gc --test tests.mjs`: what mutoscope.js promises, with built/mutoscope_capi.wasm and built/sample.mbundle.
import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Kind, Mutoscope, MutoscopeError, Palette, Phase, Reason, RequestKind, Result, Shape } from "./mutoscope.js";

const read = (path) => readFile(new URL(path, import.meta.url));
const module = await WebAssembly.compile(await read("built/mutoscope_capi.wasm"));
const sample = await read("built/sample.mbundle");
const HERO = 1;

/** A library of its own, with a character that plays the sample's graph. */
async function played() {
  const library = await Mutoscope.load(module);
  const bundle = library.open(sample);
  const world = bundle.world({ keepsPrevious: true });
  world.add(HERO, bundle.skeletonOf("PG_Hero"), 1);
  world.playGraph(HERO, "PG_Hero");
  world.set(HERO, "Speed", 3);
  world.step(1 / 60);
  return { library, bundle, world };
}

function fails(result, text, work) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof MutoscopeError, String(error));
    assert.equal(error.result, result);
    assert.match(error.message, text);
    return true;
  });
}

test("a bundle tells what is in it", async () => {
  const { library, bundle } = await played();
  assert.ok(bundle.names(Kind.Graph).includes("PG_Hero"));
  assert.equal(bundle.skeletonOf("PG_Hero"), "SK_Mannequin");
  assert.equal(bundle.text(library.name("PG_Hero")), "PG_Hero");
  assert.equal(bundle.text(1n), "0x0000000000000001");
  const bones = bundle.bones("SK_Mannequin");
  assert.deepEqual([bones.length, bones[0].parent, bones[0].reference.scale], [77, -1, [1, 1, 1]]);
  assert.ok(bones.every((bone, at) => bone.parent < at));
  assert.ok(bundle.sockets("SK_Mannequin").some((socket) => socket.name === "hand_r_weapon"));
  const jump = bundle.parameters("PG_Hero").find((parameter) => parameter.name === "Jump");
  assert.equal(jump.isTrigger, 1);
  assert.ok(bundle.montage("AM_Wave").length > 0);
  assert.equal(bundle.clip("Walk_Fwd").looping, 1);
});

test("a part of a mesh has its arrays, and a palette moves it", async () => {
  const { bundle, world } = await played();
  const parts = [0, 1].map((part) => bundle.part("SM_Mannequin", 1, part));
  for (const part of parts) {
    assert.equal(part.positions.length, part.vertices * 3);
    assert.equal(part.indices.length, part.indexCount);
    assert.ok(part.joints.every((joint) => joint < part.palette));
    assert.ok(part.indices.every((index) => index < part.vertices));
    assert.equal(part.colors, null);
    assert.ok(Math.abs(part.weights.subarray(0, part.influences).reduce((sum, weight) => sum + weight) - 1) < 1e-5);
  }
  const palettes = world.palettes(HERO, "SM_Mannequin", 1);
  assert.equal(palettes.length, (parts[0].palette + parts[1].palette) * 12);
  // The first vertex is on the body, and the body within two metres of where it stands.
  const [{ positions, joints, weights, influences }] = parts;
  const moved = [0, 0, 0];
  for (let i = 0; i < influences; i++) {
    for (let row = 0; row < 3; row++) {
      const at = joints[i] * 12 + row * 4;
      const [x, y, z, w] = palettes.subarray(at, at + 4);
      moved[row] += weights[i] * (x * positions[0] + y * positions[1] + z * positions[2] + w);
    }
  }
  assert.ok(Math.abs(moved[0]) < 1 && moved[1] > 0 && moved[1] < 2 && Math.abs(moved[2]) < 1, String(moved));
  const morphs = bundle.morphs("SM_Mannequin");
  assert.equal(world.morphWeights(HERO, "SM_Mannequin").length, morphs.length);
  assert.equal(morphs.length, 16);
  const { vertices } = bundle.part("SM_Mannequin", 0, morphs[3].part);
  const deltas = bundle.morphDeltas("SM_Mannequin", 0, 3);
  assert.equal(deltas.length, morphs[3].deltas);
  assert.ok(deltas.length > 0 && deltas.every(({ vertex, position }) => vertex < vertices && position.some((it) => it !== 0)));
  fails(Result.Unknown, /no morph target 16/, () => bundle.morphDeltas("SM_Mannequin", 0, 16));
  const before = world.palettes(HERO, "SM_Mannequin", 1, Palette.Now, new Float32Array(palettes.length));
  world.step(1 / 60);
  assert.deepEqual(world.palettes(HERO, "SM_Mannequin", 1, Palette.Previous), before);
});

test("a character plays, and tells of it", async () => {
  const { world } = await played();
  world.playMontage(HERO, "AM_ChargedAttack");
  const events = [];
  const values = [];
  for (let tick = 0; tick < 60; tick++) {
    assert.ok(world.step(1 / 60));
    for (const event of world.events(HERO)) {
      events.push(event);
      values.push(world.fields(event));
    }
  }
  const at = events.findIndex((event) => event.name === "ClothRustle");
  assert.equal(events[at].reason, Reason.Fired);
  assert.equal(events[at].phase, Phase.Notify);
  assert.equal(values[at].class, "Play Sound");
  assert.equal(values[at].fields.find((field) => field.field === "sound").text, "sounds/cloth_rustle");
  assert.ok(events.some((event) => event.phase === Phase.Started && event.asset === "AM_ChargedAttack"));
  const [montage] = world.montages(HERO);
  assert.equal(montage.montage, "AM_ChargedAttack");
  assert.equal(world.locals(HERO).length, 770);
  assert.equal(world.models(HERO).length, 924);
  assert.notDeepEqual(world.previousModels(HERO), world.models(HERO));
  assert.ok(world.curves(HERO).has("Contact_L"));
});

test("requests reach the character", async () => {
  const { world } = await played();
  world.ask(HERO, RequestKind.PlayMontage, { name: "AM_Wave", rate: 2 });
  world.step(1 / 60);
  assert.deepEqual([world.montages(HERO)[0].montage, world.montages(HERO)[0].rate], ["AM_Wave", 2]);
  world.ask(HERO, RequestKind.StopMontage, { name: "AM_Wave" });
  world.step(1 / 60);
  world.step(1 / 60);
  assert.deepEqual(world.montages(HERO), []);
  const there = { translation: [3, 0, -2], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  world.place(HERO, there, 1);
  world.set(HERO, "Speed", 0);
  world.step(0);
  assert.deepEqual(world.placement(HERO).placement.translation, [3, 0, -2]);
  world.setLevel(0);
  world.setTerrain(Shape.Stairs, { rise: 0.2, run: 0.3, steps: 4, blocks: [{ at: [0, 2], sides: [1, 0.5, 1] }] });
  fails(Result.Range, /at most 80 degrees/, () => world.setTerrain(Shape.Slope, { angle: 1.5 }));
  const bones = [{ bone: "head", local: there }];
  world.ask(HERO, RequestKind.SetExternal, { name: "nobody", bones, curves: [{ name: "Speed", value: 1 }] });
  assert.equal(world.step(1 / 60), false);
  assert.match(world.refusals()[0].text, /\w/);
  world.remove(HERO);
  world.step(1 / 60);
  fails(Result.Unknown, /no character 1/, () => world.placement(HERO));
});

test("a saved world goes on as it did", async () => {
  const { world } = await played();
  const state = world.save();
  const run = () => {
    for (let tick = 0; tick < 30; tick++) {
      world.step(1 / 60);
    }
    return world.hash(HERO);
  };
  const first = run();
  assert.notDeepEqual(run(), first);
  world.restore(state);
  assert.deepEqual(run(), first);
  state.free();
  fails(Result.Null, /State is freed/, () => world.restore(state));
});

test("what is wrong is told in words", async () => {
  const { library, bundle, world } = await played();
  fails(Result.Bundle, /not a Mutoscope bundle/, () => library.open(new Uint8Array(64)));
  fails(Result.Bundle, /\w/, () => library.open(sample.subarray(0, sample.length >> 1)));
  fails(Result.Bundle, /\w/, () => library.open(new ArrayBuffer(0)));
  fails(Result.Unknown, /no skeleton has this name/, () => bundle.bones("SK_Nobody"));
  fails(Result.Range, /99 is not a MutoscopeRequestKind/, () => world.ask(HERO, 99));
  fails(Result.Unknown, /no level 9/, () => bundle.level("SM_Mannequin", 9));
  await assert.rejects(Mutoscope.load(new Uint8Array(8)), WebAssembly.CompileError);
});

test("threads and files, which a browser does not have, are told in words", async () => {
  const { library, bundle } = await played();
  fails(Result.System, /set workers to 0/, () => bundle.world({ workers: 2 }));
  const [path] = library.put(["u32", [0x78]]);
  fails(Result.System, /not supported/, () => library.written((to) => library.call("mutoscope_bundle_open_file", path, 1, to)));
  // Any number is a function's that is never called.
  fails(Result.System, /cannot be streamed/, () =>
    library.written((to) => library.call("mutoscope_streaming_create", bundle.handle, 0, 1, 0, to)));
  const pipelined = bundle.world({ isPipelined: true });
  pipelined.add(HERO, "SK_Mannequin");
  pipelined.step(1 / 60);
  pipelined.step(1 / 60);
  assert.equal(pipelined.models(HERO).length, 924);
});

test("views are taken anew when the memory has grown", async () => {
  const { library, world } = await played();
  const view = world.models(HERO);
  const kept = world.models(HERO, new Float32Array(view.length));
  const { buffer } = library;
  library.allocate(64 << 20);
  assert.notEqual(library.buffer, buffer);
  assert.equal(view.length, 0);
  assert.deepEqual(world.models(HERO), kept);
  assert.ok(kept.some((number) => number !== 0));
  world.step(1 / 60);
  assert.notDeepEqual(world.models(HERO), kept);
});

test("every function of the header can be called", async () => {
  const { library, world } = await played();
  const before = world.hash(HERO);
  library.check(library.call("mutoscope_character_set_visibility", world.handle, HERO, 3));
  world.step(1 / 60);
  assert.deepEqual(world.hash(HERO).pose, before.pose);
  const [rate] = library.put(["u32", [2, 1, 0]]);
  library.check(library.call("mutoscope_character_set_rate", world.handle, HERO, rate));
  assert.ok(world.step(1 / 60));
});

test("what is freed is freed once, and a world outlives its bundle", async () => {
  const { library, bundle, world } = await played();
  bundle.free();
  bundle.free();
  fails(Result.Null, /Bundle is freed/, () => bundle.names(Kind.Graph));
  world.playMontage(HERO, "AM_Wave");
  world.step(1 / 60);
  assert.equal(world.montages(HERO)[0].montage, `0x${library.name("AM_Wave").toString(16).padStart(16, "0")}`);
  world.free();
  fails(Result.Null, /World is freed/, () => world.step(1 / 60));
});

test("what is forgotten is freed", async () => {
  const { library, bundle } = await played();
  const freed = [];
  library.call = (name, ...values) => {
    freed.push(...(name === "mutoscope_world_destroy" ? values : []));
    return Mutoscope.prototype.call.call(library, name, ...values);
  };
  const handle = (() => bundle.world().handle)();
  for (let wait = 0; wait < 50 && freed.length === 0; wait++) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.deepEqual(freed, [handle]);
});

test("a call that ends inside ends the library, and says so", async () => {
  const { library, world } = await played();
  fails(Result.Unknown, /no character 7/, () => world.placement(7));
  fails(Result.Panic, /inside \(memory .*\): load the module again/, () => library.call("mutoscope_bundle_close", 0xfffffff0));
  assert.ok(library.isBroken);
  fails(Result.Panic, /load the module again/, () => world.step(1 / 60));
  world.free();
});
