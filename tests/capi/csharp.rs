//! The C# file declares what the header declares: every function, enum and struct, with the same parameters, values and fields.

use std::{collections::BTreeMap, fs, path::Path};

/// By name: types of the parameters and of the result, the value of an enum, or names and types of fields.
type Declared = BTreeMap<String, Vec<String>>;

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(path)).unwrap();
    let mut code = String::new();
    for (at, part) in text.split("/*").enumerate() {
        let kept = if at == 0 {
            Some(part)
        } else {
            part.split("*/").nth(1)
        };
        code.push_str(kept.unwrap_or(""));
    }
    let lines = code.lines().filter(|line| !line.trim().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn header() -> String {
    file("src/capi/include/mutoscope.h")
}

fn csharp() -> String {
    file("examples/csharp/Mutoscope.cs")
}

/// What lies between two texts.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let after = text.split_once(from).map_or("", |it| it.1);
    after.split(to).next().unwrap()
}

/// A name without the spelling of its language.
fn plain(name: &str) -> String {
    name.replace(['_', '@'], "").to_lowercase()
}

/// Type and name of a declaration; an array's length is part of the type.
fn declared(text: &str) -> (String, String) {
    let text = text.trim();
    let (text, length) = text.split_once('[').unwrap_or((text, ""));
    let at = text.rfind([' ', '*']).map_or(0, |at| at + 1);
    let length = length.trim_end_matches(']');
    (
        format!("{}{length}", text[..at].trim()),
        text[at..].to_owned(),
    )
}

/// How a value of a type is passed, in either language.
fn shape(of: &str, enums: &Declared) -> String {
    let of = of
        .trim_start_matches("public ")
        .trim_start_matches("fixed ")
        .trim_start_matches("const ");
    let is_pointer = ["*", "Fn", "Handle"].iter().any(|end| of.ends_with(end)) || of == "IntPtr";
    let is_enum = enums
        .keys()
        .any(|name| name.split('.').next() == Some(&plain(of)));
    let known = match of {
        _ if is_pointer => "pointer",
        _ if is_enum => "u32",
        "uint32_t" | "uint" | "MutoscopeCharacter" => "u32",
        "int32_t" | "int" => "i32",
        "uint64_t" | "ulong" | "MutoscopeName" => "u64",
        "size_t" | "UIntPtr" => "size",
        "MutoscopeFloat2" => "float2",
        "MutoscopeFloat3" => "float3",
        "MutoscopeFloat4" => "float4",
        "MutoscopeDouble2" => "double2",
        "MutoscopeDouble3" => "double3",
        other => other,
    };
    known.to_owned()
}

fn parameters(list: &str, enums: &Declared) -> Vec<String> {
    let all = list.split(',').map(str::trim);
    all.filter(|it| !it.is_empty() && *it != "void")
        .map(|it| shape(&declared(it).0, enums))
        .collect()
}

fn function(result: &str, after: &str, enums: &Declared) -> Vec<String> {
    let mut all = parameters(between(after, "(", ");"), enums);
    all.push(shape(result, enums));
    all
}

fn functions_of_header(text: &str, enums: &Declared) -> Declared {
    let ends = text.match_indices("mutoscope_");
    ends.map(|(at, _)| {
        let result = text[..at].rsplit([';', '{', '\n']).next().unwrap().trim();
        let name = text[at..].split('(').next().unwrap();
        (name.to_owned(), function(result, &text[at..], enums))
    })
    .collect()
}

fn functions_of_csharp(text: &str, enums: &Declared) -> Declared {
    let all = text.split("static extern ").skip(1);
    all.map(|after| {
        let (result, name) = declared(after.split('(').next().unwrap());
        (name, function(&result, after, enums))
    })
    .collect()
}

/// Values by `enum.member`.
fn values(name: &str, prefix: &str, body: &str) -> Declared {
    let all = body.split(',').filter_map(|it| it.split_once('='));
    all.map(|(member, value)| {
        let member = plain(member.trim());
        let member = member.strip_prefix(&plain(prefix)).unwrap();
        (
            format!("{}.{member}", plain(name)),
            vec![value.trim().to_owned()],
        )
    })
    .collect()
}

fn enums_of_header(text: &str) -> Declared {
    let all = text.split("typedef enum {").skip(1);
    all.flat_map(|after| {
        let name = between(after, "}", ";").trim();
        values(name, name, after.split('}').next().unwrap())
    })
    .collect()
}

fn enums_of_csharp(text: &str) -> Declared {
    let all = text.split("public enum ").skip(1);
    all.flat_map(|after| {
        values(
            after.split(' ').next().unwrap(),
            "",
            between(after, "{", "}"),
        )
    })
    .collect()
}

fn fields(body: &str, enums: &Declared) -> Vec<String> {
    let all = body.split(';').filter(|it| !it.trim().is_empty());
    all.map(|it| {
        let (of, name) = declared(it);
        format!("{} {}", plain(&name), shape(&of, enums))
    })
    .collect()
}

fn structs_of_header(text: &str, enums: &Declared) -> Declared {
    let all = text.split("typedef struct {").skip(1);
    all.map(|after| {
        let name = between(after, "}", ";").trim().to_owned();
        (name, fields(after.split('}').next().unwrap(), enums))
    })
    .collect()
}

fn structs_of_csharp(text: &str, enums: &Declared) -> Declared {
    let all = text.split("[StructLayout(LayoutKind.Sequential)]").skip(1);
    all.map(|after| {
        let name = between(after, "struct ", "\n").trim().to_owned();
        (name, fields(between(after, "{", "}"), enums))
    })
    .collect()
}

/// What the first has and the second has not, or has otherwise.
fn differences(first: &Declared, second: &Declared) -> Vec<String> {
    let all = first
        .iter()
        .filter(|(name, it)| second.get(*name) != Some(it));
    all.map(|(name, it)| format!("{name}: {it:?}, {:?}", second.get(name)))
        .collect()
}

fn same(header: &Declared, csharp: &Declared, least: usize) {
    assert!(header.len() >= least, "only {} were found", header.len());
    let mut all = differences(header, csharp);
    all.extend(differences(csharp, header));
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_value_of_an_enum_is_that_of_the_header() {
    same(
        &enums_of_header(&header()),
        &enums_of_csharp(&csharp()),
        100,
    );
}

#[test]
fn every_function_has_the_parameters_of_the_header() {
    let enums = enums_of_header(&header());
    let csharp = functions_of_csharp(&csharp(), &enums);
    same(&functions_of_header(&header(), &enums), &csharp, 82);
}

#[test]
fn every_struct_has_the_fields_of_the_header() {
    let enums = enums_of_header(&header());
    let declared = structs_of_header(&header(), &enums);
    let mut csharp = structs_of_csharp(&csharp(), &enums);
    csharp.retain(|name, _| declared.contains_key(name));
    same(&declared, &csharp, 31);
}

#[test]
fn what_differs_is_found() {
    let text = header()
        .replacen("uint32_t lod,", "", 1)
        .replacen("float weight;", "", 1);
    let enums = enums_of_header(&header());
    let functions = functions_of_csharp(&csharp(), &enums);
    assert_eq!(
        differences(&functions_of_header(&text, &enums), &functions).len(),
        1
    );
    let structs = structs_of_csharp(&csharp(), &enums);
    assert_eq!(
        differences(&structs_of_header(&text, &enums), &structs).len(),
        1
    );
    let text = header().replacen("MUTOSCOPE_KIND_CLIP = 1", "MUTOSCOPE_KIND_CLIP = 7", 1);
    assert_eq!(
        differences(&enums_of_header(&text), &enums_of_csharp(&csharp())).len(),
        1
    );
}

#[test]
fn the_version_is_that_of_the_header() {
    let (header, csharp) = (header(), csharp());
    let of = |text, from, to| between(text, from, to).trim().to_owned();
    let version = of(&header, "MUTOSCOPE_ABI_VERSION ", "\n");
    assert!(!version.is_empty());
    assert_eq!(of(&csharp, "const uint Version =", ";"), version);
}
