/**
 * Mutoscope for browsers and Node: classes over the C ABI, which the WebAssembly module exports. `mutoscope.h` describes each
 * function; what has no method here is called by its name with `Mutoscope.call`.
 *
 * Names are texts, or their hashes as `bigint`. Arrays of numbers (`Float32Array`) that a world returns are views into the memory
 * of the module: they hold until the next call of the same method, and are empty after that memory has grown. Pass an array of
 * your own as `into` to keep the numbers. Everything else that is returned is a copy.
 *
 * @module
 */

/**
 * Translation in metres, rotation as a quaternion x, y, z, w, and scale.
 * @typedef {{ translation: number[], rotation: number[], scale: number[] }} Transform
 */

/** Version of the ABI that this file was written for. */
export const VERSION = 2;

/** What a call answers. */
export const Result = Object.freeze({
  Ok: 0, Null: 1, Range: 2, Size: 3, Text: 4, Bundle: 5, Unknown: 6, Refused: 7, Open: 8, System: 9, Panic: 10, Busy: 11,
});
/** Lists of a bundle. */
export const Kind = Object.freeze({ Skeleton: 0, Clip: 1, Mesh: 2, Montage: 3, Graph: 4, NotifyClass: 5 });
/** How a character comes to its placement. */
export const Placing = Object.freeze({ Place: 0, Teleport: 1, Carry: 2 });
/** The formula of a terrain's height. */
export const Shape = Object.freeze({ Flat: 0, Slope: 1, Stairs: 2, Waves: 3 });
/** Which pose a palette is of. */
export const Palette = Object.freeze({ Now: 0, Previous: 1 });
/** The type of an event. */
export const Phase = Object.freeze({
  Notify: 0, Begin: 1, Tick: 2, End: 3, Started: 4, BlendingOut: 5, BlendedIn: 6, Ended: 7, Section: 8, Jumped: 9,
  SubstepOverflow: 10, TurnsLeftOut: 11, HitsLeftOut: 12, TimeLeftOut: 13, Warp: 14,
});
/** Why something happened or did not: `Fired` and `TornDown` did happen. `Mutoscope.reasonText` has words for each. */
export const Reason = Object.freeze({
  Fired: 0, Weight: 1, SlotWeight: 2, SlotNotEvaluated: 3, Chance: 4, Lod: 5, Follower: 6, Server: 7, Filtered: 8,
  JumpedOver: 9, SkippedByJump: 10, SectionElsewhere: 11, Interrupted: 12, Muted: 13, Paused: 14, Scrubbed: 15, TornDown: 16,
  TargetMissing: 17, TargetNotFinite: 18, NoRootMotion: 19, SpeedClamp: 20, RotationRate: 21, Overridden: 22, Blended: 23,
});
/** Type of a value that a notify carries. */
export const FieldKind = Object.freeze({
  Number: 0, Integer: 1, Boolean: 2, Text: 3, Choice: 4, Vector: 5, Color: 6, Bone: 7, Socket: 8, Asset: 9, Section: 10,
});
/** What `World.ask` asks for. `MutoscopeRequestKind` in the header says which fields each reads. */
export const RequestKind = Object.freeze({
  PlayMontage: 0, StopMontage: 1, StopGroup: 2, JumpToSection: 3, SetNextSection: 4, Pause: 5, Resume: 6, SetPosition: 7,
  Scrub: 8, ForcePosition: 9, SetPlayRate: 10, FollowMontage: 11, DisableRootMotion: 12, SetRootMotionMode: 13,
  SetTimeDilation: 14, SetDedicatedServer: 15, FilterNotifies: 16, SectionEndNeedsTime: 17, MergeStates: 18, SetLod: 19,
  PlayClip: 20, FadeToClip: 21, StopClip: 22, PlayGraph: 23, SetParameter: 24, TellLive: 25, SetWarpTarget: 26,
  RemoveWarpTarget: 27, SetExternal: 28, SnapshotPose: 29,
});
/** Where a montage starts. */
export const Start = Object.freeze({ Beginning: 0, Seconds: 1, Section: 2, SectionEnd: 3 });
/** Which root motion moves a character. */
export const RootMotion = Object.freeze({ NoExtraction: 0, Ignore: 1, FromEverything: 2, FromMontagesOnly: 3 });

/** The enums above by their names in the header, for `layout.mjs`, which compares them with it. */
export const ENUMS = { Result, Kind, Placing, Shape, Palette, Phase, Reason, FieldKind, RequestKind, Start, RootMotion };

/**
 * Structs of the header that are read or written here: fields in their order, with their types. Offsets and sizes follow by the
 * rules of C; `layout.mjs` compares them with what a C compiler makes of the header.
 */
export const STRUCTS = {
  MutoscopeTransform: { translation: "f32[3]", rotation: "f32[4]", scale: "f32[3]" },
  MutoscopeBone: { name: "u64", parent: "i32", reference: "MutoscopeTransform" },
  MutoscopeSocket: { name: "u64", bone: "u32", local: "MutoscopeTransform" },
  MutoscopeParameter: { name: "u64", default_value: "f64", is_trigger: "u32", value_count: "u32" },
  MutoscopeTimeline: { skeleton: "u64", length: "f32", looping: "u32" },
  MutoscopeMesh: { skeleton: "u64", lods: "u32", materials: "u32" },
  MutoscopePart: {
    name: "u64", positions: "size", normals: "size", tangents: "size", uvs: "size", colors: "size", joints: "size",
    weights: "size", indices: "size", vertices: "u32", index_count: "u32", influences: "u32", palette: "u32", morphs: "u32",
    material: "u32", is_dual_quaternion: "u32", reserved: "u32",
  },
  MutoscopeLevel: { mesh: "u64", lod: "u32", reserved: "u32" },
  MutoscopeMorph: { name: "u64", default_weight: "f32", part: "u32", deltas: "u32", reserved: "u32" },
  MutoscopeMorphDelta: { vertex: "u32", position: "f32[3]", normal: "f32[3]", tangent: "f32[3]" },
  MutoscopeBlock: { at: "f64[2]", sides: "f64[3]", yaw: "f64" },
  MutoscopeTerrain: {
    size: "u32", shape: "u32", height: "f64", heading: "f64", angle: "f64", rise: "f64", run: "f64", amplitude: "f64",
    length: "f64", blocks: "size", block_count: "size", steps: "u32", reserved: "u32",
  },
  MutoscopeMatrix: { rows: "f32[12]" },
  MutoscopeJobs: { submit: "size", help: "size", user: "size", threads: "u32" },
  MutoscopeWorldSettings: {
    size: "u32", workers: "u32", jobs: "MutoscopeJobs", is_pipelined: "u32", keeps_previous: "u32",
  },
  MutoscopeBonePose: { bone: "u64", local: "MutoscopeTransform", weight: "f32" },
  MutoscopeCurve: { name: "u64", value: "f32", reserved: "u32" },
  MutoscopeRequest: {
    size: "u32", kind: "u32", name: "u64", section: "u64", other: "u64", number: "f64", to: "f64", rate: "f32",
    duration: "f32", start: "u32", option: "u32", flag: "u32", reserved: "u32", place: "MutoscopeTransform", bones: "size",
    bone_count: "size", curves: "size", curve_count: "size",
  },
  MutoscopeParameterValue: { character: "u32", reserved: "u32", parameter: "u64", value: "f64" },
  MutoscopeRefusal: { character: "u32", reason: "u32" },
  MutoscopeEvent: {
    time: "f64", position: "f64", name: "u64", id: "u64", socket: "u64", asset: "u64", segment: "u64", source: "u32",
    source_kind: "u32", phase: "u32", detail: "u32", reason: "u32", cause: "u32", is_branching: "u32", weight: "f32",
    seconds: "f32", values: "f32[2]", reserved: "u32",
  },
  MutoscopeField: {
    field: "u64", name: "u64", text: "size", text_length: "size", numbers: "f32[4]", integer: "i32", kind: "u32",
  },
  MutoscopeMontage: {
    montage: "u64", section: "u64", next_section: "u64", position: "f64", to_blend_out: "f64", instance: "u32", weight: "f32",
    rate: "f32", is_playing: "u32", is_stopped: "u32", reserved: "u32",
  },
  MutoscopeGolden: { name: "u64", dt: "f64", is_graph: "u32", ticks: "u32", settings: "u32", reserved: "u32" },
  MutoscopeGoldenTick: { pose: "u64", events: "u64", placement: "u64" },
  MutoscopeGoldenSetting: { parameter: "u64", value: "f64", tick: "u32", reserved: "u32" },
};

const SCALARS = {
  u32: { size: 4, align: 4, get: "getUint32", set: "setUint32" },
  i32: { size: 4, align: 4, get: "getInt32", set: "setInt32" },
  u64: { size: 8, align: 8, get: "getBigUint64", set: "setBigUint64" },
  f32: { size: 4, align: 4, get: "getFloat32", set: "setFloat32" },
  f64: { size: 8, align: 8, get: "getFloat64", set: "setFloat64" },
  // Pointers and sizes of a module of 32 bits.
  size: { size: 4, align: 4, get: "getUint32", set: "setUint32" },
};

const camel = (text) => text.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Offsets and sizes of `STRUCTS`. A struct comes behind those that it contains. */
export const LAYOUTS = {};
for (const [name, declared] of Object.entries(STRUCTS)) {
  let size = 0;
  let align = 1;
  const fields = Object.entries(declared).map(([field, type]) => {
    const [, of, length] = /^(\w+)(?:\[(\d+)\])?$/.exec(type);
    const inner = SCALARS[of] ?? LAYOUTS[of];
    const offset = Math.ceil(size / inner.align) * inner.align;
    size = offset + inner.size * Number(length ?? 1);
    align = Math.max(align, inner.align);
    return { name: field, key: camel(field), of, offset, length: length && Number(length) };
  });
  LAYOUTS[name] = { size: Math.ceil(size / align) * align, align, fields };
}

const sizeOf = (of) => (SCALARS[of] ?? LAYOUTS[of]).size;

/** Reads a number or a struct. */
function read(view, at, of) {
  if (SCALARS[of]) {
    return view[SCALARS[of].get](at, true);
  }
  const value = {};
  for (const { key, of: type, offset, length } of LAYOUTS[of].fields) {
    const entry = (_, i) => read(view, at + offset + i * sizeOf(type), type);
    value[key] = length ? Array.from({ length }, entry) : entry(null, 0);
  }
  return value;
}

/** Writes a number or a struct. What it does not have is 0. */
function write(view, at, of, value) {
  if (SCALARS[of]) {
    view[SCALARS[of].set](at, value ?? (of === "u64" ? 0n : 0), true);
    return;
  }
  for (const { key, of: type, offset, length } of LAYOUTS[of].fields) {
    for (let i = 0; i < (length ?? 1); i++) {
      write(view, at + offset + i * sizeOf(type), type, length ? value?.[key]?.[i] : value?.[key]);
    }
  }
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A failed call, with the library's own words. */
export class MutoscopeError extends Error {
  /**
   * @param {number} result one of `Result`
   * @param {string} text
   */
  constructor(result, text) {
    super(text);
    this.name = "MutoscopeError";
    /** One of `Result`. */
    this.result = result;
  }
}

/** Memory of the module for arrays of any length. */
class Room {
  #library;
  at = 0;
  bytes = 0;

  /** @param {Mutoscope} library */
  constructor(library) {
    this.#library = library;
  }

  /** Address of at least so many bytes. What was in them is lost where there were fewer. */
  reserve(bytes) {
    if (bytes > this.bytes) {
      this.free();
      this.at = this.#library.allocate(bytes);
      this.bytes = bytes;
    }
    return this.at;
  }

  free() {
    this.#library.release(this.at, this.bytes);
    this.at = 0;
    this.bytes = 0;
  }
}

/** Bytes of a failed call's text that are read. */
const MOST_OF_A_TEXT = 1024;

/** The library: a WebAssembly module that is loaded. */
export class Mutoscope {
  /** @type {Record<string, any>} */
  #exports;
  #view = new DataView(new ArrayBuffer(0));
  /** Why nothing can be called any more. */
  #broken = "";
  /** Where a call writes single numbers. */
  #numbers;
  /** Where it writes the text of what went wrong: a module that is broken gives no memory any more. */
  #text;
  /** What a call reads. */
  #input = new Room(this);
  /** Where it writes arrays that are copied at once. */
  #output = new Room(this);

  /**
   * Loads `mutoscope_capi.wasm`.
   * @param {string | URL | BufferSource | WebAssembly.Module} source its address, its bytes or the compiled module
   * @returns {Promise<Mutoscope>}
   */
  static async load(source) {
    let loaded = source;
    if (typeof loaded === "string" || loaded instanceof URL) {
      const answer = await fetch(loaded);
      if (!answer.ok) {
        throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
      }
      loaded = await answer.arrayBuffer();
    }
    const module = loaded instanceof WebAssembly.Module ? loaded : await WebAssembly.compile(loaded);
    return new Mutoscope(await WebAssembly.instantiate(module));
  }

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#exports = instance.exports;
    const version = this.call("mutoscope_abi_version");
    if (version < VERSION) {
      throw new Error(`the library has version ${version} of the ABI, and version ${VERSION} is needed`);
    }
    this.#numbers = this.allocate(64);
    this.#text = this.allocate(MOST_OF_A_TEXT);
  }

  /** Whether an internal error ended a call. Then nothing can be called any more: load the module again. */
  get isBroken() {
    return this.#broken !== "";
  }

  /** The memory of the module. It is another buffer after it has grown. */
  get buffer() {
    return this.#exports.memory.buffer;
  }

  /** A view of the memory of the module. It holds until the next call. */
  get view() {
    if (this.#view.buffer !== this.buffer) {
      this.#view = new DataView(this.buffer);
    }
    return this.#view;
  }

  /**
   * Calls a function of the header and returns what it returns, unchecked. A struct that is passed by value is passed by its
   * address here.
   * @param {string} name
   * @param {...(number | bigint)} values
   */
  call(name, ...values) {
    if (this.isBroken) {
      throw new MutoscopeError(Result.Panic, this.#broken);
    }
    try {
      return this.#exports[name](...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) {
        throw error;
      }
      // A panic cannot be caught inside of the module, and whatever it was at may be half done.
      this.#broken = `a call came to an end inside (${this.#told("mutoscope_panic_text") || error.message}): load the module again`;
      throw new MutoscopeError(Result.Panic, this.#broken);
    }
  }

  #told(name) {
    const length = this.#exports[name](this.#text, MOST_OF_A_TEXT);
    return length === 0 ? "" : this.textAt(this.#text);
  }

  /**
   * Throws what went wrong, if a call did not answer `Ok`.
   * @param {number} result
   */
  check(result) {
    if (result !== Result.Ok) {
      throw new MutoscopeError(result, this.#told("mutoscope_last_error"));
    }
  }

  /**
   * Memory of the module, which is given back with `release`.
   * @param {number} bytes
   * @returns {number} its address, a multiple of 16
   */
  allocate(bytes) {
    const at = this.call("mutoscope_alloc", bytes, 16) >>> 0;
    if (at === 0 && bytes > 0) {
      throw new RangeError(`the module has no room for ${bytes} bytes`);
    }
    return at;
  }

  /**
   * Gives back memory of `allocate`.
   * @param {number} at
   * @param {number} bytes
   */
  release(at, bytes) {
    this.call("mutoscope_free", at, bytes, 16);
  }

  /**
   * Makes a call that writes single numbers or a struct of at most 64 bytes, and returns their address.
   * @param {(to: number) => number} call
   */
  written(call) {
    this.check(call(this.#numbers));
    return this.#numbers;
  }

  /**
   * Makes a call that writes a struct.
   * @param {string} of
   * @param {(to: number) => number} call
   */
  struct(of, call) {
    const at = this.#output.reserve(sizeOf(of));
    this.check(call(at));
    return read(this.view, at, of);
  }

  /**
   * Makes a call that fills an array; again, with more room, where that is too small.
   * @param {Room} room
   * @param {number} size bytes of an entry
   * @param {(at: number, capacity: number, count: number) => number} call
   * @returns {{ at: number, count: number }}
   */
  entries(room, size, call) {
    const first = call(room.at, Math.floor(room.bytes / size), this.#numbers);
    if (first !== Result.Size) {
      this.check(first);
    }
    const count = this.view.getUint32(this.#numbers, true);
    if (count * size > room.bytes) {
      room.reserve(count * size);
      this.check(call(room.at, count, this.#numbers));
    }
    return { at: room.at, count };
  }

  /**
   * Makes a call that fills an array, whose entries are copied.
   * @param {string} of
   * @param {(at: number, capacity: number, count: number) => number} call
   */
  list(of, call) {
    const size = sizeOf(of);
    const { at, count } = this.entries(this.#output, size, call);
    return Array.from({ length: count }, (_, i) => read(this.view, at + i * size, of));
  }

  /**
   * Puts lists of numbers or structs where the next call reads them.
   * @param {...[string, any[]]} lists
   * @returns {number[]} the address of each; 0 for an empty one
   */
  put(...lists) {
    const sizes = lists.map(([of, values]) => Math.ceil((sizeOf(of) * values.length) / 16) * 16);
    let next = this.#input.reserve(sizes.reduce((sum, size) => sum + size, 0));
    return lists.map(([of, values], list) => {
      const at = next;
      values.forEach((value, i) => write(this.view, at + i * sizeOf(of), of, value));
      next += sizes[list];
      return values.length === 0 ? 0 : at;
    });
  }

  /**
   * A text of the library's with a zero at its end.
   * @param {number} at
   */
  textAt(at) {
    const bytes = new Uint8Array(this.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * Hash of a name.
   * @param {string | bigint} name
   * @returns {bigint}
   */
  name(name) {
    if (typeof name === "bigint") {
      return name;
    }
    const bytes = encoder.encode(name);
    const at = this.#input.reserve(bytes.length);
    new Uint8Array(this.buffer).set(bytes, at);
    return BigInt.asUintN(64, this.call("mutoscope_name", at, bytes.length));
  }

  /**
   * Words for an event's reason.
   * @param {number} reason one of `Reason`
   */
  reasonText(reason) {
    return this.textAt(this.call("mutoscope_reason_text", reason));
  }

  /**
   * Opens a bundle, whose bytes are copied. Throws a `MutoscopeError` if they are none.
   * @param {ArrayBuffer | Uint8Array} bytes
   * @returns {Bundle}
   */
  open(bytes) {
    const given = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    const at = this.allocate(given.length);
    new Uint8Array(this.buffer).set(given, at);
    try {
      const opened = this.written((to) => this.call("mutoscope_bundle_open", at, given.length, to));
      return new Bundle(this, this.view.getUint32(opened, true));
    } finally {
      if (!this.isBroken) {
        this.release(at, given.length);
      }
    }
  }
}

/** Ends what nobody has freed before it was forgotten. */
const forgotten = new FinalizationRegistry((end) => end());

/** Apart from the class: it must not keep the object, which could then never be forgotten. */
function endOf(library, handle, destroy, rooms) {
  return () => {
    if (!library.isBroken) {
      library.call(destroy, handle);
      rooms.forEach((room) => room.free());
    }
  };
}

/** Something of the library's that is freed when it is not needed any more. */
class Owned {
  #handle;
  #end;

  constructor(library, handle, destroy, rooms = []) {
    /** @type {Mutoscope} */
    this.library = library;
    this.#handle = handle;
    this.#end = endOf(library, handle, destroy, rooms);
    forgotten.register(this, this.#end, this);
  }

  /** Its address in the module, for `Mutoscope.call`. */
  get handle() {
    if (this.isFreed) {
      throw new MutoscopeError(Result.Null, `the ${this.constructor.name} is freed`);
    }
    return this.#handle;
  }

  get isFreed() {
    return this.#handle === 0;
  }

  /** Frees it. It may be freed twice. */
  free() {
    if (!this.isFreed) {
      this.#handle = 0;
      forgotten.unregister(this);
      this.#end();
    }
  }
}

/** A bundle that is open. Worlds play on when it is freed. */
export class Bundle extends Owned {
  /** @type {Map<bigint, string>} */
  #texts = new Map([[0n, ""]]);

  /** Bundles are opened by `Mutoscope.open`. */
  constructor(library, handle) {
    super(library, handle, "mutoscope_bundle_close");
  }

  /**
   * Names of a list of the bundle.
   * @param {number} kind one of `Kind`
   * @returns {string[]}
   */
  names(kind) {
    const { library, handle } = this;
    const all = library.list("u64", (at, room, count) => library.call("mutoscope_bundle_names", handle, kind, at, room, count));
    return all.map((name) => this.text(name));
  }

  /**
   * Spelling of a name; a hash that the bundle does not know is spelt in hexadecimal.
   * @param {bigint} name
   * @returns {string}
   */
  text(name) {
    const known = this.#texts.get(name);
    if (known !== undefined) {
      return known;
    }
    const text = this.#spelling(name) ?? `0x${name.toString(16).padStart(16, "0")}`;
    this.#texts.set(name, text);
    return text;
  }

  #spelling(name) {
    const { library } = this;
    // A world plays on when its bundle is freed.
    if (this.isFreed) {
      return undefined;
    }
    try {
      const found = library.written((to) => library.call("mutoscope_bundle_text", this.handle, name, to, to + 4));
      const [at, length] = [library.view.getUint32(found, true), library.view.getUint32(found + 4, true)];
      return decoder.decode(new Uint8Array(library.buffer, at, length));
    } catch (error) {
      if (error.result === Result.Unknown) {
        return undefined;
      }
      throw error;
    }
  }

  /**
   * Bones of a skeleton, in the order of poses.
   * @param {string | bigint} skeleton
   * @returns {{ name: string, parent: number, reference: Transform }[]}
   */
  bones(skeleton) {
    return this.#named("MutoscopeBone", "mutoscope_skeleton_bones", skeleton);
  }

  /**
   * Sockets of a skeleton.
   * @param {string | bigint} skeleton
   * @returns {{ name: string, bone: number, local: Transform }[]}
   */
  sockets(skeleton) {
    return this.#named("MutoscopeSocket", "mutoscope_skeleton_sockets", skeleton);
  }

  /**
   * Parameters of a graph.
   * @param {string | bigint} graph
   * @returns {{ name: string, defaultValue: number, isTrigger: number, valueCount: number }[]}
   */
  parameters(graph) {
    return this.#named("MutoscopeParameter", "mutoscope_graph_parameters", graph);
  }

  #named(of, call, name) {
    const { library, handle } = this;
    const hash = this.library.name(name);
    const all = library.list(of, (at, room, count) => library.call(call, handle, hash, at, room, count));
    return all.map((it) => ({ ...it, name: this.text(it.name) }));
  }

  /**
   * Skeleton of a graph.
   * @param {string | bigint} graph
   * @returns {string}
   */
  skeletonOf(graph) {
    const { library, handle } = this;
    const hash = this.library.name(graph);
    const at = library.written((to) => library.call("mutoscope_graph_skeleton", handle, hash, to));
    return this.text(library.view.getBigUint64(at, true));
  }

  /** @param {string | bigint} clip */
  clip(clip) {
    return this.#known("MutoscopeTimeline", "mutoscope_clip", clip);
  }

  /** @param {string | bigint} montage */
  montage(montage) {
    return this.#known("MutoscopeTimeline", "mutoscope_montage", montage);
  }

  /** @param {string | bigint} mesh */
  mesh(mesh) {
    return this.#known("MutoscopeMesh", "mutoscope_mesh", mesh);
  }

  #known(of, call, name) {
    const { library, handle } = this;
    const hash = this.library.name(name);
    const known = library.struct(of, (to) => library.call(call, handle, hash, to));
    return { ...known, skeleton: this.text(known.skeleton) };
  }

  /**
   * A level of detail of a mesh.
   * @param {string | bigint} mesh
   * @param {number} lod 0 is the finest
   * @returns {{ screenSize: number, parts: number }}
   */
  level(mesh, lod) {
    const { library, handle } = this;
    const hash = this.library.name(mesh);
    const at = library.written((to) => library.call("mutoscope_mesh_lod", handle, hash, lod, to, to + 4));
    return { screenSize: library.view.getFloat32(at, true), parts: library.view.getUint32(at + 4, true) };
  }

  /**
   * A part of a level of a mesh, with copies of its arrays; one that the part does not have is null.
   * @param {string | bigint} mesh
   * @param {number} lod
   * @param {number} part
   */
  part(mesh, lod, part) {
    const { library, handle } = this;
    const hash = this.library.name(mesh);
    const it = library.struct("MutoscopePart", (to) => library.call("mutoscope_mesh_part", handle, hash, lod, part, to));
    const copy = (Type, at, length) => (at === 0 ? null : new Type(library.buffer, at, length).slice());
    const floats = (at, each) => copy(Float32Array, at, it.vertices * each);
    return {
      ...it,
      name: this.text(it.name),
      positions: floats(it.positions, 3),
      normals: floats(it.normals, 3),
      tangents: floats(it.tangents, 4),
      uvs: floats(it.uvs, 2),
      colors: floats(it.colors, 4),
      joints: copy(Uint16Array, it.joints, it.vertices * it.influences),
      weights: floats(it.weights, it.influences),
      indices: copy(Uint32Array, it.indices, it.indexCount),
    };
  }

  /**
   * Morph targets of a level of a mesh, in the order of `World.morphWeights`. `part` is the index of its part in the level,
   * `deltas` the number of vertices that it moves.
   * @param {string | bigint} mesh
   * @param {number} [lod]
   * @returns {{ name: string, defaultWeight: number, part: number, deltas: number }[]}
   */
  morphs(mesh, lod = 0) {
    const { library, handle } = this;
    const [of] = library.put(["MutoscopeLevel", [{ mesh: library.name(mesh), lod }]]);
    const all = library.list("MutoscopeMorph", (at, room, count) => library.call("mutoscope_morphs", handle, of, at, room, count));
    return all.map((it) => ({ ...it, name: this.text(it.name) }));
  }

  /**
   * What a morph target does to vertices of its part, at weight 1.
   * @param {string | bigint} mesh
   * @param {number} lod
   * @param {number} morph its index among those of `morphs`
   * @returns {{ vertex: number, position: number[], normal: number[], tangent: number[] }[]}
   */
  morphDeltas(mesh, lod, morph) {
    const { library, handle } = this;
    const [of] = library.put(["MutoscopeLevel", [{ mesh: library.name(mesh), lod }]]);
    return library.list("MutoscopeMorphDelta", (at, room, count) =>
      library.call("mutoscope_morph_deltas", handle, of, morph, at, room, count));
  }

  /**
   * What was recorded when the bundle was written.
   * @returns {{ name: string, dt: number, isGraph: number, ticks: number, settings: number }[]}
   */
  golden() {
    const { library, handle } = this;
    const all = library.list("MutoscopeGolden", (at, room, count) => library.call("mutoscope_golden", handle, at, room, count));
    return all.map((it) => ({ ...it, name: this.text(it.name) }));
  }

  /**
   * What a recording must give in each of its ticks.
   * @param {number} index
   * @returns {{ pose: bigint, events: bigint, placement: bigint }[]}
   */
  goldenTicks(index) {
    return this.#recorded("MutoscopeGoldenTick", "mutoscope_golden_ticks", index);
  }

  /**
   * Parameters that a recording sets.
   * @param {number} index
   * @returns {{ parameter: bigint, value: number, tick: number }[]}
   */
  goldenSettings(index) {
    return this.#recorded("MutoscopeGoldenSetting", "mutoscope_golden_settings", index);
  }

  #recorded(of, call, index) {
    const { library, handle } = this;
    return library.list(of, (at, room, count) => library.call(call, handle, index, at, room, count));
  }

  /**
   * Makes a world without characters that plays the bundle. A browser has no threads for `workers`.
   * @param {{ workers?: number, isPipelined?: boolean, keepsPrevious?: boolean }} [settings]
   * @returns {World}
   */
  world(settings = {}) {
    const { library, handle } = this;
    const told = {
      size: sizeOf("MutoscopeWorldSettings"),
      workers: settings.workers,
      isPipelined: Number(settings.isPipelined ?? false),
      keepsPrevious: Number(settings.keepsPrevious ?? false),
    };
    const [at] = library.put(["MutoscopeWorldSettings", [told]]);
    const made = library.written((to) => library.call("mutoscope_world_create", handle, at, to));
    return new World(this, library.view.getUint32(made, true));
  }
}

/** A world of characters. One tick of all of them is a `step`. */
export class World extends Owned {
  #rooms;

  /** Worlds are made by `Bundle.world`. */
  constructor(bundle, handle) {
    const { library } = bundle;
    const room = () => new Room(library);
    const rooms = { locals: room(), models: room(), previous: room(), palettes: room(), morphs: room() };
    super(library, handle, "mutoscope_world_destroy", Object.values(rooms));
    this.#rooms = rooms;
    /** The bundle, which spells the names of what plays. */
    this.bundle = bundle;
  }

  #do(call, ...values) {
    this.library.check(this.library.call(call, this.handle, ...values));
  }

  /**
   * Adds a character, in the next step.
   * @param {number} character a number that the game chooses
   * @param {string | bigint} skeleton
   * @param {number | bigint} [seed] decides notifies with a chance below 1
   */
  add(character, skeleton, seed = 0) {
    this.#do("mutoscope_character_add", character, this.library.name(skeleton), BigInt(seed));
  }

  /**
   * Removes a character, in the next step.
   * @param {number} character
   */
  remove(character) {
    this.#do("mutoscope_character_remove", character);
  }

  /**
   * @param {number} character
   * @param {Transform} placement
   * @param {number} [how] one of `Placing`
   */
  place(character, placement, how = Placing.Place) {
    const [id, at] = this.library.put(["u32", [character]], ["MutoscopeTransform", [placement]]);
    this.#do("mutoscope_characters_place", how, id, at, 1);
  }

  /**
   * @param {number} character
   * @param {string | bigint} graph
   */
  playGraph(character, graph) {
    this.#do("mutoscope_play_graph", character, this.library.name(graph));
  }

  /**
   * @param {number} character
   * @param {string | bigint} montage
   * @param {number} [rate]
   */
  playMontage(character, montage, rate = 1) {
    this.#do("mutoscope_play_montage", character, this.library.name(montage), rate);
  }

  /**
   * Sets a parameter of the character's graph.
   * @param {number} character
   * @param {string | bigint} parameter
   * @param {number} value
   */
  set(character, parameter, value) {
    const told = { character, parameter: this.library.name(parameter), value };
    const [at] = this.library.put(["MutoscopeParameterValue", [told]]);
    this.#do("mutoscope_set_parameters", at, 1);
  }

  /**
   * Asks a character for something, in the next step. Fields that are not given are 0, but `rate` is 1.
   * @param {number} character
   * @param {number} kind one of `RequestKind`
   * @param {{
   *   name?: string | bigint, section?: string | bigint, other?: string | bigint, number?: number, to?: number, rate?: number,
   *   duration?: number, start?: number, option?: number, flag?: number, place?: Transform,
   *   bones?: { bone: string | bigint, local: Transform, weight?: number }[], curves?: { name: string | bigint, value: number }[],
   * }} [fields]
   */
  ask(character, kind, fields = {}) {
    const { library } = this;
    const name = (it) => library.name(it ?? 0n);
    const bones = (fields.bones ?? []).map((it) => ({ ...it, bone: name(it.bone), weight: it.weight ?? 1 }));
    const curves = (fields.curves ?? []).map((it) => ({ ...it, name: name(it.name) }));
    const asked = {
      rate: 1,
      ...fields,
      size: sizeOf("MutoscopeRequest"),
      kind,
      name: name(fields.name),
      section: name(fields.section),
      other: name(fields.other),
      boneCount: bones.length,
      curveCount: curves.length,
    };
    const [at, firstBone, firstCurve] = library.put(
      ["MutoscopeRequest", [asked]], ["MutoscopeBonePose", bones], ["MutoscopeCurve", curves]);
    write(library.view, at, "MutoscopeRequest", { ...asked, bones: firstBone, curves: firstCurve });
    this.#do("mutoscope_ask", character, at);
  }

  /**
   * Every character stands on level ground of this height, in metres, from the next step on.
   * @param {number} height
   */
  setLevel(height) {
    this.#do("mutoscope_world_set_level", height);
  }

  /**
   * Every character stands on this terrain from the next step on. `MutoscopeTerrain` in the header says which numbers a shape
   * reads; those that are not given are 0. NaN as the height of `setLevel` takes it away.
   * @param {number} shape one of `Shape`
   * @param {{
   *   height?: number, heading?: number, angle?: number, rise?: number, run?: number, steps?: number, amplitude?: number,
   *   length?: number, blocks?: { at: number[], sides: number[], yaw?: number }[],
   * }} [fields] metres and radians
   */
  setTerrain(shape, fields = {}) {
    const { library } = this;
    const blocks = fields.blocks ?? [];
    const terrain = { ...fields, size: sizeOf("MutoscopeTerrain"), shape, blockCount: blocks.length };
    const [at, first] = library.put(["MutoscopeTerrain", [{ ...terrain, blocks: 0 }]], ["MutoscopeBlock", blocks]);
    write(library.view, at, "MutoscopeTerrain", { ...terrain, blocks: first });
    this.#do("mutoscope_world_set_terrain", at);
  }

  /**
   * One tick.
   * @param {number} dt seconds
   * @returns {boolean} false if something was refused, which `refusals` tells; the step was made all the same
   */
  step(dt) {
    const result = this.library.call("mutoscope_world_step", this.handle, dt);
    if (result !== Result.Refused) {
      this.library.check(result);
    }
    return result === Result.Ok;
  }

  /**
   * What the last step refused.
   * @returns {{ character: number, reason: number, text: string }[]}
   */
  refusals() {
    const { library, handle } = this;
    const all = library.list("MutoscopeRefusal", (at, room, count) =>
      library.call("mutoscope_world_refusals", handle, at, room, count));
    return all.map((it) => ({ ...it, text: library.textAt(library.call("mutoscope_refusal_text", it.reason)) }));
  }

  /**
   * What happened to a character in the last step, or did not for a reason.
   * @param {number} character
   */
  events(character) {
    const { library, handle, bundle } = this;
    const size = sizeOf("MutoscopeEvent");
    const all = library.list("MutoscopeEvent", (at, room, count) =>
      library.call("mutoscope_events", handle, character, size, at, room, count));
    return all.map((it) => {
      const event = { ...it, name: bundle.text(it.name), socket: bundle.text(it.socket), asset: bundle.text(it.asset) };
      return Object.defineProperty(event, "struct", { value: it });
    });
  }

  /**
   * Values that the notify of an event carries, and the class of the notify. The event is one of the last step.
   * @param {ReturnType<World["events"]>[number]} event
   */
  fields(event) {
    const { library, handle, bundle } = this;
    const [of] = library.put(["MutoscopeEvent", [event.struct]], ["u64", [0n]]);
    const kind = of + Math.ceil(sizeOf("MutoscopeEvent") / 16) * 16;
    const all = library.list("MutoscopeField", (at, room, count) =>
      library.call("mutoscope_event_fields", handle, of, kind, at, room, count));
    const fields = all.map((it) => ({
      ...it,
      field: bundle.text(it.field),
      name: bundle.text(it.name),
      text: decoder.decode(new Uint8Array(library.buffer, it.text, it.textLength)),
    }));
    return { class: bundle.text(library.view.getBigUint64(kind, true)), fields };
  }

  #floats(room, each, into, call) {
    const { library } = this;
    const { at, count } = library.entries(room, each * 4, call);
    const view = new Float32Array(library.buffer, at, count * each);
    if (!into) {
      return view;
    }
    into.set(view);
    return into;
  }

  /**
   * Local transforms of a character's bones: ten numbers a bone, translation, rotation and scale.
   * @param {number} character
   * @param {Float32Array} [into]
   * @returns {Float32Array}
   */
  locals(character, into) {
    const { library, handle } = this;
    return this.#floats(this.#rooms.locals, 10, into, (at, room, count) =>
      library.call("mutoscope_locals", handle, character, at, room, count));
  }

  /**
   * Model-space matrices of a character's bones: twelve numbers a bone, three rows of four.
   * @param {number} character
   * @param {Float32Array} [into]
   * @returns {Float32Array}
   */
  models(character, into) {
    const { library, handle } = this;
    const [id] = library.put(["u32", [character]]);
    return this.#floats(this.#rooms.models, 12, into, (at, room, count) =>
      library.call("mutoscope_models", handle, id, 1, at, room, 0, count));
  }

  /**
   * As `models`, of the step before the last one. The world was made with `keepsPrevious`.
   * @param {number} character
   * @param {Float32Array} [into]
   * @returns {Float32Array}
   */
  previousModels(character, into) {
    const { library, handle } = this;
    return this.#floats(this.#rooms.previous, 12, into, (at, room, count) =>
      library.call("mutoscope_previous_models", handle, character, at, room, count));
  }

  /**
   * Skinning matrices of a level of a mesh, part after part: twelve numbers each, from mesh space to model space.
   * @param {number} character
   * @param {string | bigint} mesh
   * @param {number} [lod]
   * @param {number} [which] one of `Palette`
   * @param {Float32Array} [into]
   * @returns {Float32Array}
   */
  palettes(character, mesh, lod = 0, which = Palette.Now, into = undefined) {
    const { library, handle } = this;
    const level = { mesh: library.name(mesh), lod };
    const [of] = library.put(["MutoscopeLevel", [level]]);
    return this.#floats(this.#rooms.palettes, 12, into, (at, room, count) =>
      library.call("mutoscope_palettes", handle, character, of, which, at, room, count));
  }

  /**
   * Weights of the morph targets of a level of a mesh, part after part.
   * @param {number} character
   * @param {string | bigint} mesh
   * @param {number} [lod]
   * @param {Float32Array} [into]
   * @returns {Float32Array}
   */
  morphWeights(character, mesh, lod = 0, into = undefined) {
    const { library, handle } = this;
    const level = { mesh: library.name(mesh), lod };
    const [of] = library.put(["MutoscopeLevel", [level]]);
    return this.#floats(this.#rooms.morphs, 1, into, (at, room, count) =>
      library.call("mutoscope_morph_weights", handle, character, of, at, room, count));
  }

  /**
   * Curves of the character's pose that something has set.
   * @param {number} character
   * @returns {Map<string, number>}
   */
  curves(character) {
    const { library, handle, bundle } = this;
    const all = library.list("MutoscopeCurve", (at, room, count) =>
      library.call("mutoscope_curves", handle, character, at, room, count));
    return new Map(all.map((it) => [bundle.text(it.name), it.value]));
  }

  /**
   * Where a character is, in world space, and its root motion of the last step.
   * @param {number} character
   * @returns {{ placement: Transform, rootMotion: Transform }}
   */
  placement(character) {
    const { library, handle } = this;
    const [first, second] = library.put(["MutoscopeTransform", [{}]], ["MutoscopeTransform", [{}]]);
    library.check(library.call("mutoscope_placement", handle, character, first, second));
    const at = (address) => read(library.view, address, "MutoscopeTransform");
    return { placement: at(first), rootMotion: at(second) };
  }

  /**
   * Montages that play on a character.
   * @param {number} character
   */
  montages(character) {
    const { library, handle, bundle } = this;
    const size = sizeOf("MutoscopeMontage");
    const all = library.list("MutoscopeMontage", (at, room, count) =>
      library.call("mutoscope_montages", handle, character, size, at, room, count));
    const text = (name) => bundle.text(name);
    return all.map((it) => ({
      ...it, montage: text(it.montage), section: text(it.section), nextSection: text(it.nextSection),
    }));
  }

  /**
   * Hashes of all bits that a character shows now, to be compared with a recording.
   * @param {number} character
   * @returns {{ pose: bigint, events: bigint, placement: bigint }}
   */
  hash(character) {
    const { library, handle } = this;
    return library.struct("MutoscopeGoldenTick", (to) => library.call("mutoscope_hash", handle, character, to));
  }

  /**
   * Saves the world, between two steps.
   * @returns {State}
   */
  save() {
    const { library, handle } = this;
    const at = library.written((to) => library.call("mutoscope_world_save", handle, to));
    return new State(library, library.view.getUint32(at, true));
  }

  /**
   * Goes back to a state of this world, or of one that plays the same bundle.
   * @param {State} state
   */
  restore(state) {
    this.#do("mutoscope_world_restore", state.handle);
  }
}

/** A world as it was between two steps. */
export class State extends Owned {
  /** States are made by `World.save`. */
  constructor(library, handle) {
    super(library, handle, "mutoscope_state_destroy");
  }
}
