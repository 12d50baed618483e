//! A bundle as an asset of Bevy.

use anim::{Library, Store};
use bevy::{
    asset::{AssetLoader, LoadContext, io::Reader},
    prelude::*,
    reflect::TypePath,
};
use bundle::{BundleError, Golden};
use std::{fmt, io, sync::Arc};

/// A bundle that was read and checked.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct BundleAsset {
    /// Everything that plays.
    pub library: Arc<Library>,
    /// Recorded results that playback must give.
    pub golden: Golden,
}

impl From<bundle::Bundle> for BundleAsset {
    fn from(bundle: bundle::Bundle) -> Self {
        Self {
            library: bundle.library,
            golden: bundle.golden,
        }
    }
}

/// Loads files that end in `.mbundle`, checking every byte.
#[derive(Default, TypePath)]
pub struct BundleLoader;

impl AssetLoader for BundleLoader {
    type Asset = BundleAsset;
    type Settings = ();
    type Error = BundleFileError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<BundleAsset, BundleFileError> {
        let path = context.path().to_string();
        let mut bytes = Vec::new();
        if let Err(error) = reader.read_to_end(&mut bytes).await {
            return Err(BundleFileError::Read { path, error });
        }
        match bundle::read(Store::of(&bytes), bytes.len()) {
            Ok(bundle) => Ok(bundle.into()),
            Err(error) => Err(BundleFileError::Refused { path, error }),
        }
    }

    fn extensions(&self) -> &[&str] {
        &["mbundle"]
    }
}

/// Why a file is no asset. The text names the file and says what to do.
#[derive(Debug)]
pub enum BundleFileError {
    /// The file cannot be read.
    Read { path: String, error: io::Error },
    /// The bytes of the file are not a bundle that this program plays.
    Refused { path: String, error: BundleError },
}

impl fmt::Display for BundleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BundleFileError::Read { path, error } => {
                write!(f, "{path}: {error}. Check that the file can be read.")
            }
            BundleFileError::Refused {
                path,
                error:
                    error @ (BundleError::NotABundle
                    | BundleError::Layout { .. }
                    | BundleError::Content { .. }),
            } => write!(
                f,
                "{path}: {error} Export it with `mutoscope export PROJECT --out FILE`."
            ),
            BundleFileError::Refused { path, error } => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for BundleFileError {}
