//! The kinds of documents that can be open. A kind is a folder here and a line in the list below.

pub mod blend_space;
pub mod clip;
pub mod graph;
pub mod mesh;
pub mod montage;
pub mod notify_class;
pub mod pose_asset;
pub mod skeleton;

pub use blend_space::{BlendSpaceAction, motions, placed};
pub use clip::ClipAction;
pub use graph::{GraphAction, NodeAlignEdge, NodeDistributeAxis};
pub use mesh::MeshAction;
pub use montage::MontageAction;
pub use notify_class::{NotifyClassAction, notify_icon};
pub use pose_asset::{PoseAssetAction, figures};
pub use skeleton::SkeletonAction;

use crate::action::ActionContext;
use asset::{AssetKind, Id, Project};

/// List of all asset kinds, for code that declares something for every kind.
macro_rules! each_kind {
    ($declare:ident) => {
        $declare! {
            Montage in montage does MontageAction with montage: MontageView,
            Graph in graph does GraphAction with graph: CanvasView,
            BlendSpace in blend_space does BlendSpaceAction with blend_space: BlendSpaceView,
            PoseAsset in pose_asset does PoseAssetAction with pose_asset: PoseAssetView,
            Clip in clip does ClipAction with clip: ClipView,
            Skeleton in skeleton does SkeletonAction with skeleton: SkeletonView,
            Mesh in mesh does MeshAction with mesh: MeshView,
            NotifyClass in notify_class does NotifyClassAction with notify_class: NotifyClassView,
        }
    };
}
pub(crate) use each_kind;

macro_rules! kinds {
    ($($kind:ident in $module:ident does $action:ident $(with $view:ident: $shown:ident)?),* $(,)?) => {
        /// The types of document that the editor has a page for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EditorKind {
            $($kind),*
        }

        impl EditorKind {
            /// Type of document of an asset; None for an asset without a document of its own, such
            /// as a texture.
            pub fn of(project: &Project, asset: Id) -> Option<Self> {
                match project.kind(asset)? {
                    $($module::ASSET => Some(Self::$kind),)*
                    AssetKind::Texture | AssetKind::Sound | AssetKind::Scenario => None,
                }
            }

            /// Whether documents of this type play on a timeline.
            pub fn has_timeline(self) -> bool {
                match self {
                    $(Self::$kind => $module::HAS_TIMELINE),*
                }
            }
        }

        /// View state of each type of document that has one.
        #[derive(Default)]
        pub struct Views {
            $($(pub $view: $module::$shown,)?)*
        }

        /// An action of one type of document.
        #[derive(Clone, Debug)]
        pub enum KindAction {
            $($kind($action)),*
        }

        impl KindAction {
            /// Reason in one line why the action would do nothing now; None if it would do
            /// something.
            pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
                match self {
                    $(Self::$kind(action) => action.refusal(now),)*
                }
            }
        }
    };
}

each_kind!(kinds);
