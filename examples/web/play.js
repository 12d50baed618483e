// Plays a bundle in a page: Mutoscope evaluates the character, three.js draws it.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Kind, Mutoscope, Phase, Reason } from "./mutoscope.js";

const HERO = 1;
const TICK = 1 / 60;
/** A page that was in the background does not play all that it missed. */
const MOST_TICKS = 6;
const MOST_EVENTS = 100;
/** A material is no more than its number here: colours are ours. */
const COLORS = [0xb8c0cc, 0x3c4654, 0xd08a4a, 0x6b8f71];

const element = (id) => document.getElementById(id);

/** A mesh of the bundle, whose bones are the slots of its palette. */
class Skin {
  /** @type {{ mesh: THREE.SkinnedMesh, palette: number }[]} */
  parts = [];

  constructor(bundle, name) {
    this.name = name;
    this.lod = Skin.#lod(bundle, name);
    for (let at = 0; at < bundle.level(name, this.lod).parts; at++) {
      const part = bundle.part(name, this.lod, at);
      const skeleton = new THREE.Skeleton(Array.from({ length: part.palette }, () => new THREE.Bone()));
      // The palette has all in it: three.js takes its matrices as they are.
      skeleton.update = () => {};
      const material = new THREE.MeshStandardMaterial({ color: COLORS[part.material % COLORS.length], roughness: 0.7 });
      const mesh = new THREE.SkinnedMesh(Skin.#geometry(part), material);
      mesh.bindMode = THREE.DetachedBindMode;
      mesh.bind(skeleton, new THREE.Matrix4());
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      this.parts.push({ mesh, palette: part.palette });
    }
  }

  /** The finest level with four joints a vertex, which is what three.js draws; of level 0 the heaviest four otherwise. */
  static #lod(bundle, name) {
    for (let lod = 0; lod < bundle.mesh(name).lods; lod++) {
      const parts = Array.from({ length: bundle.level(name, lod).parts }, (_, at) => bundle.part(name, lod, at));
      if (parts.every((part) => part.influences <= 4)) {
        return lod;
      }
    }
    return 0;
  }

  static #geometry(part) {
    const joints = new Uint16Array(part.vertices * 4);
    const weights = new Float32Array(part.vertices * 4);
    for (let vertex = 0; vertex < part.vertices; vertex++) {
      const first = vertex * part.influences;
      const used = part.weights.subarray(first, first + Math.min(part.influences, 4));
      const sum = used.reduce((all, weight) => all + weight, 0);
      used.forEach((weight, i) => {
        joints[vertex * 4 + i] = part.joints[first + i];
        weights[vertex * 4 + i] = weight / sum;
      });
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(part.positions, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(part.normals, 3));
    geometry.setAttribute("skinIndex", new THREE.BufferAttribute(joints, 4));
    geometry.setAttribute("skinWeight", new THREE.BufferAttribute(weights, 4));
    geometry.setIndex(new THREE.BufferAttribute(part.indices, 1));
    return geometry;
  }

  /** Gives every part its matrices: three rows of four become four columns of four. */
  show(world) {
    const rows = world.palettes(HERO, this.name, this.lod);
    let from = 0;
    for (const { mesh, palette } of this.parts) {
      const { boneMatrices, boneTexture } = mesh.skeleton;
      for (let to = 0; to < palette * 16; to += 16, from += 12) {
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 4; column++) {
            boneMatrices[to + column * 4 + row] = rows[from + row * 4 + column];
          }
        }
        boneMatrices[to + 15] = 1;
      }
      if (boneTexture) {
        boneTexture.needsUpdate = true;
      }
    }
  }

  dispose() {
    for (const { mesh } of this.parts) {
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.skeleton.dispose();
    }
  }
}

/** Squares of two shades, as often as two of them fit. */
function squares(times) {
  const [dark, light] = [[36, 42, 51, 255], [47, 54, 65, 255]];
  const texture = new THREE.DataTexture(new Uint8Array([dark, light, light, dark].flat()), 2, 2);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(times, times);
  texture.generateMipmaps = true;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.anisotropy = 8;
  texture.needsUpdate = true;
  return texture;
}

/** The scene: light, ground, and a camera that follows the character. */
class Stage {
  #renderer = new THREE.WebGLRenderer({ antialias: true });
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(40, 1, 0.05, 200);
  #controls;
  #ground = new THREE.Mesh(new THREE.PlaneGeometry(80, 80), new THREE.MeshStandardMaterial({ map: squares(40) }));
  #sun = new THREE.DirectionalLight(0xffffff, 2.6);
  /** Where the character stands. */
  #hero = new THREE.Group();

  constructor(view) {
    view.append(this.#renderer.domElement);
    this.#renderer.shadowMap.enabled = true;
    this.#scene.background = new THREE.Color(0x20262e);
    this.#scene.fog = new THREE.Fog(0x20262e, 9, 26);
    this.#scene.add(new THREE.HemisphereLight(0xdfe8f5, 0x3a3f47, 1.6), this.#sun, this.#sun.target, this.#ground, this.#hero);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#sun.shadow.normalBias = 0.02;
    Object.assign(this.#sun.shadow.camera, { left: -3, right: 3, top: 3, bottom: -3, far: 20 });
    this.#ground.rotation.x = -Math.PI / 2;
    this.#ground.receiveShadow = true;
    this.#camera.position.set(2.6, 1.7, 3.4);
    this.#controls = new OrbitControls(this.#camera, this.#renderer.domElement);
    this.#controls.target.set(0, 0.95, 0);
    this.#controls.maxPolarAngle = Math.PI * 0.49;
    new ResizeObserver(() => {
      this.#renderer.setPixelRatio(devicePixelRatio);
      this.#renderer.setSize(view.clientWidth, view.clientHeight);
      this.#camera.aspect = view.clientWidth / view.clientHeight;
      this.#camera.updateProjectionMatrix();
    }).observe(view);
  }

  /** Shows other meshes. */
  wear(skins) {
    this.#hero.clear();
    this.#hero.add(...skins.flatMap((skin) => skin.parts.map((part) => part.mesh)));
  }

  /** Puts the character where it is, and the camera as far from it as before. */
  place({ translation, rotation }) {
    const before = this.#hero.position.clone();
    this.#hero.position.fromArray(translation);
    this.#hero.quaternion.fromArray(rotation);
    const moved = this.#hero.position.clone().sub(before);
    this.#camera.position.add(moved);
    this.#controls.target.add(moved);
    // The ground goes along by two squares at a time, so that it has no end.
    const even = (metres) => Math.round(metres / 2) * 2;
    this.#ground.position.set(even(this.#hero.position.x), 0, even(this.#hero.position.z));
    this.#sun.position.copy(this.#hero.position).add(new THREE.Vector3(3, 6, 4));
    this.#sun.target.position.copy(this.#hero.position);
  }

  draw() {
    this.#controls.update();
    this.#renderer.render(this.#scene, this.#camera);
  }
}

/** One bundle that plays. */
class Player {
  bundle;
  #stage;
  #world;
  #skins = [];

  constructor(library, bytes, stage) {
    this.bundle = library.open(bytes);
    this.#stage = stage;
  }

  /** Plays a graph of the bundle with a character of its skeleton. */
  play(graph) {
    this.#end();
    const skeleton = this.bundle.skeletonOf(graph);
    this.#world = this.bundle.world();
    this.#world.add(HERO, skeleton, 1);
    this.#world.playGraph(HERO, graph);
    const meshes = this.bundle.names(Kind.Mesh).filter((mesh) => this.bundle.mesh(mesh).skeleton === skeleton);
    this.#skins = meshes.map((mesh) => new Skin(this.bundle, mesh));
    this.#stage.wear(this.#skins);
  }

  /** Graphs that a mesh can show; first those that a game drives. */
  graphs() {
    const dressed = new Set(this.bundle.names(Kind.Mesh).map((mesh) => this.bundle.mesh(mesh).skeleton));
    const count = (graph) => this.bundle.parameters(graph).length;
    const all = this.bundle.names(Kind.Graph).filter((graph) => dressed.has(this.bundle.skeletonOf(graph)));
    return all.sort((first, second) => count(second) - count(first));
  }

  /** Montages for the character of a graph. */
  montages(graph) {
    const skeleton = this.bundle.skeletonOf(graph);
    return this.bundle.names(Kind.Montage).filter((montage) => this.bundle.montage(montage).skeleton === skeleton);
  }

  hasSpeed(graph) {
    return this.bundle.parameters(graph).some((parameter) => parameter.name === "Speed");
  }

  set speed(metres) {
    this.#world.set(HERO, "Speed", metres);
  }

  start(montage) {
    this.#world.playMontage(HERO, montage);
  }

  /** One tick. Returns what happened in it. */
  step() {
    this.#world.step(TICK);
    return this.#world.events(HERO).filter((it) => it.reason === Reason.Fired && it.phase !== Phase.Tick);
  }

  /** Hands the pose of the last tick to three.js. */
  show() {
    this.#skins.forEach((skin) => skin.show(this.#world));
    this.#stage.place(this.#world.placement(HERO).placement);
  }

  #end() {
    this.#world?.free();
    this.#skins.forEach((skin) => skin.dispose());
  }

  free() {
    this.#end();
    this.bundle.free();
  }
}

const phases = Object.keys(Phase);
let player = null;
let isPlaying = true;

function say(text) {
  element("message").textContent = text;
  element("message").hidden = text === "";
}

function list(events) {
  for (const event of events) {
    const row = document.createElement("li");
    const phase = phases[event.phase].replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    for (const text of [`${event.time.toFixed(2)} s`, event.name, phase]) {
      row.append(Object.assign(document.createElement("span"), { textContent: text, title: text }));
    }
    element("list").prepend(row);
  }
  while (element("list").children.length > MOST_EVENTS) {
    element("list").lastChild.remove();
  }
}

function fill(select, names) {
  select.disabled = names.length === 0;
  select.replaceChildren(...(select.disabled ? ["none"] : names).map((name) => new Option(name)));
}

function step() {
  list(player.step());
  player.show();
}

function showSpeed() {
  element("speed-shown").textContent = `${Number(element("speed").value).toFixed(1)} m/s`;
}

function choose(graph) {
  player.play(graph);
  fill(element("montage"), player.montages(graph));
  element("start").disabled = element("montage").disabled;
  const hasSpeed = player.hasSpeed(graph);
  element("speed-row").hidden = !hasSpeed;
  if (hasSpeed) {
    player.speed = Number(element("speed").value);
  }
  element("list").replaceChildren();
  step();
}

/** Plays another bundle. What played before goes on if it is none. */
function open(library, stage, name, bytes) {
  let next;
  try {
    next = new Player(library, bytes, stage);
    const graphs = next.graphs();
    if (graphs.length === 0) {
      throw new Error("it has no graph with a mesh to show");
    }
    player?.free();
    player = next;
    fill(element("graph"), graphs);
    choose(graphs[0]);
    element("name").textContent = name;
    element("play").disabled = element("step").disabled = false;
    say("");
  } catch (error) {
    if (next && next !== player) {
      next.free();
    }
    say(`${name} cannot be played. ${error.message}`);
  }
}

function listen(library, stage) {
  element("play").onclick = () => {
    isPlaying = !isPlaying;
    element("play").textContent = isPlaying ? "Pause" : "Play";
  };
  element("step").onclick = step;
  element("graph").onchange = (event) => choose(event.target.value);
  element("speed").oninput = (event) => {
    showSpeed();
    player.speed = Number(event.target.value);
  };
  element("start").onclick = () => player.start(element("montage").value);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    element("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => {
    element("drop").hidden = event.relatedTarget === null;
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    element("drop").hidden = true;
    const [file] = event.dataTransfer.files;
    if (file) {
      open(library, stage, file.name, await file.arrayBuffer());
    }
  });
}

/** Whole ticks of the time that passes; what is left counts in the next picture. */
function run(stage) {
  let last = performance.now();
  let waiting = 0;
  const frame = (now) => {
    waiting = Math.min(waiting + (now - last) / 1000, MOST_TICKS * TICK);
    last = now;
    if (player && isPlaying) {
      for (; waiting >= TICK; waiting -= TICK) {
        list(player.step());
      }
      player.show();
    }
    stage.draw();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) {
    throw new Error(`${path} is missing. Run examples/web/run, which makes it.`);
  }
  return answer.arrayBuffer();
}

async function main() {
  const library = await Mutoscope.load(await fetched("built/mutoscope_capi.wasm"));
  const sample = await fetched("built/sample.mbundle");
  const stage = new Stage(element("view"));
  listen(library, stage);
  showSpeed();
  open(library, stage, "sample.mbundle", sample);
  run(stage);
}

main().catch((error) => {
  element("name").textContent = "Nothing plays";
  say(error.message);
});
