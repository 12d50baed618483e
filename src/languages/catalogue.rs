//! The messages of a Fluent file, by the keys of their English texts.

use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use fluent_syntax::ast::Entry;
use std::{collections::HashMap, fmt::Arguments};

/// The texts of a language.
pub struct Catalogue {
    tag: &'static str,
    bundle: FluentBundle<FluentResource>,
    entries: HashMap<u64, CatalogueEntry>,
}

struct CatalogueEntry {
    id: String,
    /// The whole text, if no value is put in.
    whole: Option<&'static str>,
}

impl Catalogue {
    /// Reads a file whose messages have [ids](key_of_id) of keys. What the file has wrong is left
    /// out; a test finds it.
    pub fn new(tag: &'static str, source: &str) -> Self {
        let language = tag.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // The marks around values would be drawn as boxes where a font lacks them.
        bundle.set_use_isolating(false);
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let ids: Vec<String> = resource
            .entries()
            .filter_map(|entry| match entry {
                Entry::Message(message) => Some(message.id.name.to_owned()),
                _ => None,
            })
            .collect();
        bundle.add_resource_overriding(resource);
        let entries = ids.into_iter().filter_map(|id| {
            let key = key_of_id(&id)?;
            let whole = whole(&bundle, &id);
            Some((key, CatalogueEntry { id, whole }))
        });
        let entries = entries.collect();
        Self {
            tag,
            bundle,
            entries,
        }
    }
}

/// The key that ends an id: 16 hexadecimal digits behind the last dash.
pub fn key_of_id(id: &str) -> Option<u64> {
    let (_, digits) = id.rsplit_once('-')?;
    u64::from_str_radix(digits, 16).ok()
}

fn whole(bundle: &FluentBundle<FluentResource>, id: &str) -> Option<&'static str> {
    let mut errors = Vec::new();
    let pattern = bundle.get_message(id)?.value()?;
    let text = bundle.format_pattern(pattern, None, &mut errors);
    // A catalogue stays as long as the program runs.
    errors
        .is_empty()
        .then(|| &*Box::leak(text.into_owned().into_boxed_str()))
}

impl words::Translations for Catalogue {
    fn text(&self, key: u64) -> Option<&'static str> {
        self.entries.get(&key)?.whole
    }

    fn filled(&self, key: u64, values: &[(&str, Arguments<'_>)]) -> Option<String> {
        let entry = self.entries.get(&key)?;
        let pattern = self.bundle.get_message(&entry.id)?.value()?;
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            arguments.set(*name, value.to_string());
        }
        let text = self
            .bundle
            .format_pattern(pattern, Some(&arguments), &mut Vec::new());
        Some(text.into_owned())
    }

    fn tag(&self) -> &'static str {
        self.tag
    }

    fn has(&self, key: u64) -> bool {
        self.entries.contains_key(&key)
    }
}
