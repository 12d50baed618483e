//! The pages of the user guide: the docs, as the program carries them.

#[cfg(test)]
#[path = "pages/tests.rs"]
mod tests;

/// A page of the docs.
pub struct GuidePage {
    /// Name of the page's file in `docs`.
    pub file: &'static str,
    source: &'static str,
}

/// A part of a guide page: prose or code.
#[derive(Debug, PartialEq)]
pub enum GuidePart {
    /// CommonMark without blocks of code.
    Prose(String),
    /// Lines of code as they are.
    Code(String),
}

macro_rules! page {
    ($name:literal) => {
        GuidePage {
            file: concat!($name, ".md"),
            source: include_str!(concat!("../../../../docs/", $name, ".md")),
        }
    };
}

/// The list of pages: links to all of them, by kind.
const CONTENTS: &str = include_str!("../../../../docs/SUMMARY.md");
/// Pages from this heading on are for those who change the program.
const NOT_FOR_USERS: &str = "# Contributing";
/// Begins and ends a block of code.
const FENCE: &str = "```";
macro_rules! included {
    ($path:literal) => {
        (
            concat!("{{#include ", $path, "}}"),
            include_str!(concat!("../../../../docs/", $path)),
        )
    };
}

/// Include directives in the pages of the site, and the texts that replace them.
const INCLUDED: &[(&str, &str)] = &[
    included!("../examples/rust/src/main.rs"),
    included!("../examples/rust/Cargo.toml"),
    included!("../examples/ninja/build.ninja"),
    included!("../examples/ci/motion-tests.yml"),
    included!("../examples/c/play.c"),
    included!("../examples/cpp/crowd.cpp"),
    included!("../examples/csharp/Play.cs"),
    included!("../examples/web/first.mjs"),
    included!("../examples/web/play.js"),
    included!("../examples/unreal/MutoscopeComponent.h"),
    included!("../examples/unreal/MutoscopeComponent.cpp"),
    included!("../examples/bevy/examples/play.rs"),
    included!("../examples/godot/project/play.gd"),
];

/// Pages of the guide, in the order of the list.
pub const PAGES: &[GuidePage] = &[
    page!("start"),
    page!("attack_combo"),
    page!("walkthrough"),
    page!("mocap"),
    page!("first_game"),
    page!("blender"),
    page!("maya"),
    page!("imports"),
    page!("timeline"),
    page!("clips"),
    page!("meshes"),
    page!("driving"),
    page!("tuning"),
    page!("foot_slide"),
    page!("motion_tests"),
    page!("sound"),
    page!("footage"),
    page!("sessions"),
    page!("build"),
    page!("c"),
    page!("web"),
    page!("unreal_component"),
    page!("unity"),
    page!("bevy"),
    page!("godot"),
    page!("troubleshooting"),
    page!("editor"),
    page!("canvas"),
    page!("keys"),
    page!("menus"),
    page!("problems"),
    page!("graphs"),
    page!("nodes"),
    page!("controls"),
    page!("live_poses"),
    page!("warping"),
    page!("montages"),
    page!("cli"),
    page!("simulate"),
    page!("formats"),
    page!("gltf"),
    page!("bundle"),
    page!("sample"),
    page!("unreal"),
    page!("unreal_montages"),
    page!("glossary"),
    page!("languages"),
    page!("ticks"),
    page!("determinism"),
    page!("safety"),
    page!("performance"),
    page!("decisions"),
];

/// The list of pages as text, without those for people who change the program.
pub fn contents() -> String {
    let whole = CONTENTS.split(NOT_FOR_USERS).next().unwrap_or_default();
    text_of(whole).replacen("# Mutoscope", "# User guide", 1)
}

/// The page of a file.
pub fn page(file: &str) -> Option<&'static GuidePage> {
    PAGES.iter().find(|page| page.file == file)
}

impl GuidePage {
    /// The first heading.
    pub fn title(&self) -> &'static str {
        let first = self.source.lines().find_map(|line| line.strip_prefix("# "));
        first.unwrap_or(self.file)
    }

    /// CommonMark without pictures, whose links lead to files of other pages or to the web.
    pub fn text(&self) -> String {
        let included = INCLUDED.iter().filter(|it| self.source.contains(it.0));
        text_of(&included.fold(self.source.to_owned(), |text, it| text.replace(it.0, it.1)))
    }

    /// The first line that has a text, whatever its case.
    pub fn line_with(&self, text: &str) -> Option<&'static str> {
        let has_it = |line: &&str| line.to_lowercase().contains(text);
        self.source.lines().find(has_it)
    }
}

/// The blocks of code of a text, and what stands around them.
pub fn parts(text: &str) -> Vec<GuidePart> {
    let mut parts = Vec::new();
    let mut lines = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with(FENCE) {
            let part = std::mem::take(&mut lines);
            parts.push(if is_code {
                GuidePart::Code(part.trim_end().to_owned())
            } else {
                GuidePart::Prose(part)
            });
            is_code = !is_code;
        } else {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    parts.push(GuidePart::Prose(lines));
    parts
}

fn text_of(source: &str) -> String {
    let is_picture = |line: &&str| line.trim_start().starts_with("![");
    let lines = source.lines().filter(|line| !is_picture(line));
    lines.map(|line| linked(line) + "\n").collect()
}

/// A line whose links are to pages without their headings. What is not among the pages is no link.
fn linked(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, label, target, after)) = first_link(rest) {
        let file = target.split('#').next().unwrap_or_default();
        let goes_on = target.starts_with("http") || page(file).is_some();
        text.push_str(before);
        if goes_on {
            let to = if target.starts_with("http") {
                target
            } else {
                file
            };
            text.push_str(&format!("[{label}]({to})"));
        } else {
            text.push_str(label);
        }
        rest = after;
    }
    text + rest
}

/// First link of a line, as (text before it, label, target, text after it); None if there is none.
fn first_link(line: &str) -> Option<(&str, &str, &str, &str)> {
    let middle = line.find("](")?;
    let begin = line[..middle].rfind('[')?;
    let end = middle + line[middle..].find(')')?;
    Some((
        &line[..begin],
        &line[begin + 1..middle],
        &line[middle + 2..end],
        &line[end + 1..],
    ))
}
