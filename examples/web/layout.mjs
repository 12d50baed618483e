// `node layout.mjs`: a program in C that compiles only if the structs and enums of mutoscope.js are those of mutoscope.h, for a
// machine with pointers of 32 bits and numbers of 64 bits at multiples of 8, as WebAssembly is.
import { ENUMS, LAYOUTS } from "./mutoscope.js";

const assert = (condition) => console.log(`_Static_assert(${condition}, "");`);
const snake = (name) => name.replace(/(?!^)([A-Z])/g, "_$1").toUpperCase();

console.log("#include <mutoscope.h>");
assert("sizeof(void *) == 4 && _Alignof(struct { uint64_t number; }) == 8");
for (const [name, { size, fields }] of Object.entries(LAYOUTS)) {
  assert(`sizeof(${name}) == ${size}`);
  for (const { name: field, of, offset, length } of fields) {
    assert(`offsetof(${name}, ${field}) == ${offset}`);
    const type = { u32: "uint32_t", i32: "int32_t", u64: "uint64_t", f32: "float", f64: "double", size: null }[of];
    const entry = `((${name} *)0)->${field}${length ? "[0]" : ""}`;
    // Any pointer is a number here, and so is a size.
    assert(type === null ? `sizeof(${entry}) == 4` : `_Generic(${entry}, ${type ?? of}: 1, default: 0)`);
    if (length) {
      assert(`sizeof(((${name} *)0)->${field}) == ${length} * sizeof(${entry})`);
    }
  }
}
for (const [name, values] of Object.entries(ENUMS)) {
  for (const [value, number] of Object.entries(values)) {
    assert(`MUTOSCOPE_${snake(name)}_${snake(value)} == ${number}`);
  }
}
