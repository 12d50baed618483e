//! Assets that are made here, or read from a file that has nothing else, and join the project.

use crate::{EditError, field::finite, notify_class::checked_class, project::free};
use asset::{
    Asset, BlendSpace, Clip, CurveKey, Id, Montage, NotifyClass, PoseAsset, PoseGraph, Project,
    Scenario, SoundFile, is_finite,
};
use std::sync::Arc;
use words::tr;

/// Declares the kinds of assets that can be added: the list that a project keeps them in, and the
/// label of the edit.
macro_rules! new_assets {
    ($($kind:ident($asset:ty) $list:ident $label:expr;)+) => {
        /// An asset that is added to a project.
        #[derive(Clone, Debug, PartialEq)]
        pub enum NewAsset {
            $($kind(Box<$asset>),)+
        }

        $(impl From<$asset> for NewAsset {
            fn from(asset: $asset) -> Self {
                NewAsset::$kind(Box::new(asset))
            }
        })+

        impl NewAsset {
            pub(crate) fn label(&self) -> &'static str {
                match self {
                    $(NewAsset::$kind(_) => $label,)+
                }
            }

            fn asset(&self) -> &dyn Asset {
                match self {
                    $(NewAsset::$kind(asset) => &**asset,)+
                }
            }

            fn join(self, project: &mut Project, id: Id, name: String) {
                match self {
                    $(NewAsset::$kind(mut asset) => {
                        asset.set_name(name);
                        project.$list.insert(id, Arc::new(*asset));
                    })+
                }
            }
        }
    };
}

new_assets! {
    Montage(Montage) montages tr!("New montage");
    Clip(Clip) clips tr!("New clip");
    Graph(PoseGraph) graphs tr!("New pose graph");
    BlendSpace(BlendSpace) blend_spaces tr!("New blend space");
    PoseAsset(PoseAsset) pose_assets tr!("New pose asset");
    NotifyClass(NotifyClass) notify_classes tr!("New notify class");
    Sound(SoundFile) sounds tr!("Import sound");
    Scenario(Scenario) tests tr!("New scenario");
}

impl NewAsset {
    fn skeleton(&self) -> Option<Id> {
        match self {
            NewAsset::Montage(montage) => Some(montage.skeleton),
            NewAsset::Clip(clip) => Some(clip.skeleton),
            NewAsset::Graph(graph) => Some(graph.skeleton),
            NewAsset::BlendSpace(space) => Some(space.skeleton),
            NewAsset::PoseAsset(poses) => Some(poses.skeleton),
            NewAsset::NotifyClass(_) | NewAsset::Sound(_) | NewAsset::Scenario(_) => None,
        }
    }

    /// The asset as it is kept.
    fn checked(&self, project: &Project) -> Result<Self, EditError> {
        finite(match self {
            NewAsset::NotifyClass(class) => return Ok(checked_class(project, class)?.into()),
            NewAsset::Montage(_) | NewAsset::Sound(_) => true,
            NewAsset::Clip(clip) => is_clip_finite(clip),
            NewAsset::Graph(graph) => is_finite(&**graph),
            NewAsset::BlendSpace(space) => is_finite(&**space),
            NewAsset::PoseAsset(poses) => is_finite(&**poses),
            NewAsset::Scenario(scenario) => is_finite(&**scenario),
        })?;
        Ok(self.clone())
    }
}

fn is_clip_finite(clip: &Clip) -> bool {
    let mut numbers = clip
        .source
        .channels()
        .flat_map(|channel| channel.times.iter().chain(&channel.values));
    let mut keys = clip.curves.iter().flat_map(|curve| &curve.keys);
    numbers.all(|number| number.is_finite()) && keys.all(CurveKey::is_finite)
}

pub(crate) fn add(project: &mut Project, id: Id, asset: &NewAsset) -> Result<bool, EditError> {
    if project.kind(id).is_some() {
        return Err(EditError::IdTaken);
    }
    let lacks = |skeleton| !project.skeletons.contains_key(&skeleton);
    if asset.skeleton().is_some_and(lacks) {
        return Err(EditError::AssetMissing);
    }
    let name = free(project, asset.asset().kind(), asset.asset().name(), None)?;
    asset.checked(project)?.join(project, id, name);
    Ok(true)
}
