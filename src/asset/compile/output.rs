//! What compilation finds beside its result, and what all its parts need.

use super::sources::SourceMap;
use crate::{Diagnostic, Id, Severity, Subject, cloth::Fit, diagnostic::Kind};
use anim::{Name, Names, codec::CodecReport};
use std::{collections::BTreeMap, sync::Arc};

/// Compiled skeletons by asset.
pub(super) type Skeletons = BTreeMap<Id, Arc<anim::Skeleton>>;

/// Findings that compilation collects beside its result.
#[derive(Default)]
pub(crate) struct Output {
    pub(super) names: Names,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
    pub(super) reports: BTreeMap<Id, Arc<CodecReport>>,
    pub(super) seams: BTreeMap<Id, f32>,
    pub(super) fits: BTreeMap<Id, Vec<(String, Fit)>>,
}

impl Output {
    pub(super) fn report(&mut self, severity: Severity, asset: Id, item: Option<Id>, kind: Kind) {
        self.diagnostics.push(Diagnostic {
            severity,
            subject: Subject { asset, item },
            kind,
        });
    }

    pub(super) fn error(&mut self, asset: Id, item: Option<Id>, kind: Kind) {
        self.report(Severity::Error, asset, item, kind);
    }

    pub(super) fn warn(&mut self, asset: Id, item: Option<Id>, kind: Kind) {
        self.report(Severity::Warning, asset, item, kind);
    }

    pub(super) fn name(&mut self, asset: Id, item: Option<Id>, text: &str) -> Name {
        self.names.insert(text).unwrap_or_else(|other| {
            self.error(
                asset,
                item,
                Kind::NameClash {
                    name: text.to_owned(),
                    other,
                },
            );
            Name::new(text)
        })
    }
}
