//! The node class `MutoscopePlayer`.

use crate::{
    convert::{from_parts, parts, to_godot},
    happening::Happening,
    parameters::{Kind, Property, Values, parameter_of, properties},
    request::{Fields, Value, request},
    session::{Session, graph_of, read},
    skeleton::{Shown, make},
};
use anim::{Name, Request, Transform};
use godot::{
    classes::{Engine, FileAccess, INode3D, Node3D, Skeleton3D},
    prelude::*,
    register::info::{PropertyHint, PropertyHintInfo, PropertyInfo, PropertyUsageFlags},
};

/// What the root motion of a step does.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = i64)]
pub enum RootMotionMode {
    /// It moves the node. A node that the game moves begins its next step there.
    #[default]
    Apply,
    /// It is only reported by `get_root_motion`; the game moves the node.
    Report,
}

/// A character that plays a bundle and shows its pose on a [`Skeleton3D`].
///
/// Metres, seconds, radians. The node's transform is the character's place in the world, so a node
/// above it may not move. A character faces +Z.
#[derive(GodotClass)]
#[class(tool, init, base = Node3D)]
pub struct MutoscopePlayer {
    /// File of the bundle, such as `res://demo.mbundle`.
    #[export(file = "*.mbundle")]
    #[var(set)]
    bundle_path: GString,
    /// Pose graph that the character plays; the bundle's first one where it is empty.
    #[export]
    #[var(set)]
    graph: GString,
    /// Skeleton whose bones take the pose, by their names.
    #[export]
    #[var(set)]
    skeleton: NodePath,
    /// What root motion does.
    #[export]
    root_motion_mode: RootMotionMode,
    /// Decides notifies with a chance below 1.
    #[export]
    seed: i64,
    values: Values,
    properties: Vec<Property>,
    session: Option<Session>,
    shown: Option<Shown>,
    /// The transform of the node as the runtime knows it.
    stands: Transform3D,
    is_carried: bool,
    is_teleported: bool,
    #[init(val = true)]
    is_stale: bool,
    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for MutoscopePlayer {
    fn process(&mut self, delta: f64) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        self.refresh();
        self.tell_place();
        let Some(session) = &mut self.session else {
            return;
        };
        let refused = session.step(delta);
        let happened = session.happenings();
        self.show();
        self.follow();
        for text in refused {
            godot_warn!("MutoscopePlayer: {text}");
            self.signals().refused().emit(&GString::from(&text));
        }
        happened.into_iter().for_each(|it| self.emit(it));
    }

    fn on_get(&self, property: StringName) -> Option<Variant> {
        let property = property.to_string();
        let parameter = parameter_of(&property)?;
        let known = self.properties.iter().find(|it| it.name == property)?;
        let value = self.values.get(parameter).unwrap_or(known.default);
        Some(match known.kind {
            Kind::Number => value.to_variant(),
            Kind::Trigger => (value != 0.0).to_variant(),
            Kind::Choice(_) => (value as i64).to_variant(),
        })
    }

    fn on_set(&mut self, property: StringName, value: Variant) -> bool {
        let property = property.to_string();
        let (Some(parameter), Some(value)) = (parameter_of(&property), number(&value)) else {
            return false;
        };
        let request = self.values.set(parameter, value);
        self.tell(request);
        true
    }

    fn on_get_property_list(&mut self) -> Vec<PropertyInfo> {
        self.refresh();
        self.properties.iter().map(listed).collect()
    }
}

#[godot_api]
impl MutoscopePlayer {
    /// A notify, or the `begin`, `tick` or `end` of a notify state, so many seconds into the step.
    #[signal]
    fn notify(name: GString, phase: GString, time: f64);
    #[signal]
    fn montage_started(name: GString);
    #[signal]
    fn montage_blending_out(name: GString, interrupted: bool);
    #[signal]
    fn montage_ended(name: GString, interrupted: bool);
    #[signal]
    fn section_changed(montage: GString, section: GString);
    /// Something that was asked for changed nothing.
    #[signal]
    fn refused(text: GString);

    /// Starts a montage in place of the others of its group. A rate of 1 is its own pace.
    #[func]
    fn play_montage(&mut self, montage: GString, rate: f64) {
        let montage = Name::new(&montage.to_string());
        self.tell(Request::play(montage, rate as f32));
    }

    /// Stops a montage, or all where the name is empty; they blend out as they say themselves.
    #[func]
    fn stop(&mut self, montage: GString) {
        let montage = Some(Name::new(&montage.to_string()));
        self.tell(Request::StopMontage {
            montage: montage.filter(|it| *it != Name::NONE),
            blend_out: None,
        });
    }

    /// Makes a request, such as `{"request": "pause", "montage": "AM_Combo"}`. Returns whether it is
    /// one; the runtime may still refuse it in the next step.
    #[func]
    fn ask(&mut self, fields: VarDictionary) -> bool {
        match fields_of(&fields).and_then(|fields| request(&fields)) {
            Ok(request) => {
                self.tell(request);
                true
            }
            Err(text) => {
                godot_error!("MutoscopePlayer: {text}");
                false
            }
        }
    }

    /// The change of the node's transform since the last step is a jump: the pose ignores it.
    #[func]
    fn teleport(&mut self) {
        self.is_teleported = true;
    }

    /// Movement of the last step, in the frame of the character at its start.
    #[func]
    fn get_root_motion(&self) -> Transform3D {
        let placement = self.session.as_ref().and_then(Session::placement);
        placement.map_or(Transform3D::IDENTITY, |(_, delta)| to_godot(delta))
    }

    /// Adds a skeleton with the bones and meshes of the bundle below this node and shows the pose
    /// on it; null without a bundle.
    #[func]
    fn make_skeleton(&mut self) -> Option<Gd<Skeleton3D>> {
        self.refresh();
        let session = self.session.as_ref()?;
        let (library, skeleton) = (session.library().clone(), session.skeleton()?.clone());
        let made = make(&library, &skeleton);
        self.base_mut().add_child(&made);
        self.shown = Some(Shown::new(made.clone(), &library, &skeleton));
        Some(made)
    }

    #[func]
    fn set_bundle_path(&mut self, path: GString) {
        self.bundle_path = path;
        self.restart();
    }

    #[func]
    fn set_graph(&mut self, graph: GString) {
        self.graph = graph;
        self.restart();
    }

    #[func]
    fn set_skeleton(&mut self, skeleton: NodePath) {
        self.skeleton = skeleton;
        self.shown = None;
    }

    fn restart(&mut self) {
        self.is_stale = true;
        self.base_mut().notify_property_list_changed();
    }

    /// Reads the bundle if another one, or another graph, is asked for.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        (self.session, self.shown) = (None, None);
        self.properties.clear();
        if self.bundle_path.is_empty() {
            return;
        }
        if let Err(text) = self.open() {
            godot_error!("MutoscopePlayer: {text}");
        }
    }

    fn open(&mut self) -> Result<(), String> {
        let path = self.bundle_path.to_string();
        let bytes = FileAccess::get_file_as_bytes(&self.bundle_path);
        if bytes.is_empty() {
            let error = FileAccess::get_open_error();
            return Err(format!(
                "{path}: {error:?}. Export the bundle to this file."
            ));
        }
        let library = read(&path, bytes.as_slice())?;
        let graph = self.graph.to_string();
        self.properties = properties(&library, graph_of(&library, &graph)?);
        let mut session = Session::new(library, &graph, self.seed as u64)?;
        self.values
            .requests(&self.properties)
            .for_each(|request| session.ask(request));
        self.session = Some(session);
        self.is_carried = false;
        self.stands = Transform3D::IDENTITY;
        self.is_teleported = true;
        Ok(())
    }

    fn tell(&mut self, request: Request) {
        if let Some(session) = &mut self.session {
            session.ask(request);
        }
    }

    /// Tells the runtime where the node stands, if it does not know.
    fn tell_place(&mut self) {
        let transform = self.base().get_transform();
        let at = self.place();
        let Some(session) = &mut self.session else {
            return;
        };
        let is_moved = transform != self.stands;
        let is_teleported = std::mem::take(&mut self.is_teleported);
        let carries = self.root_motion_mode == RootMotionMode::Report;
        if self.is_carried && !carries {
            session.carry(None);
        }
        if carries && (is_moved || !self.is_carried) {
            session.carry(Some(at));
        }
        if is_moved && is_teleported {
            session.teleport(at);
        } else if is_moved && !carries {
            session.place(at);
        }
        self.is_carried = carries;
        self.stands = transform;
    }

    fn place(&self) -> Transform {
        let base = self.base();
        from_parts(base.get_position(), base.get_quaternion(), base.get_scale())
    }

    /// Shows the pose on the skeleton, which is looked for if it is not known yet.
    fn show(&mut self) {
        if self.shown.as_ref().is_some_and(|shown| !shown.is_valid()) {
            self.shown = None;
        }
        if self.shown.is_none() {
            self.shown = self.find_skeleton();
        }
        let posed = self.session.as_ref().and_then(Session::posed);
        if let (Some(shown), Some(posed)) = (&mut self.shown, posed) {
            shown.show(posed.pose());
        }
    }

    fn find_skeleton(&self) -> Option<Shown> {
        let session = self.session.as_ref()?;
        if self.skeleton.is_empty() {
            return None;
        }
        let found = self.base().try_get_node_as::<Skeleton3D>(&self.skeleton)?;
        let shown = Shown::new(found, session.library(), session.skeleton()?);
        if shown.is_empty() {
            godot_warn!("MutoscopePlayer: no bone of the skeleton has a name of the bundle");
        }
        Some(shown)
    }

    /// Moves the node to where root motion has brought the character.
    fn follow(&mut self) {
        let placement = self.session.as_ref().and_then(Session::placement);
        let Some((placement, _)) = placement.filter(|_| !self.is_carried) else {
            return;
        };
        let (position, rotation, scale) = parts(placement);
        let mut base = self.base_mut();
        base.set_position(position);
        base.set_quaternion(rotation);
        base.set_scale(scale);
        let stands = base.get_transform();
        drop(base);
        self.stands = stands;
    }

    fn emit(&mut self, it: Happening) {
        let text = |it: &str| GString::from(it);
        let mut signals = self.signals();
        match it {
            Happening::Notify { name, phase, time } => {
                signals.notify().emit(&text(&name), &text(phase), time);
            }
            Happening::MontageStarted { name } => signals.montage_started().emit(&text(&name)),
            Happening::MontageBlendingOut {
                name,
                is_interrupted,
            } => signals
                .montage_blending_out()
                .emit(&text(&name), is_interrupted),
            Happening::MontageEnded {
                name,
                is_interrupted,
            } => signals.montage_ended().emit(&text(&name), is_interrupted),
            Happening::SectionChanged { montage, section } => {
                signals
                    .section_changed()
                    .emit(&text(&montage), &text(&section));
            }
        }
    }
}

/// A number, whole number or truth as a number.
fn number(value: &Variant) -> Option<f64> {
    let truth = || value.try_to::<bool>().ok().map(f64::from);
    let whole = || value.try_to::<i64>().ok().map(|it| it as f64);
    value.try_to::<f64>().ok().or_else(whole).or_else(truth)
}

fn fields_of(dictionary: &VarDictionary) -> Result<Fields, String> {
    let field = |(key, value): (Variant, Variant)| {
        let value = match number(&value) {
            Some(number) => Value::Number(number),
            None => Value::Text(value.stringify().to_string()),
        };
        (key.stringify().to_string(), value)
    };
    Ok(dictionary.iter_shared().map(field).collect())
}

/// A property as the inspector shows it and a scene keeps it.
fn listed(property: &Property) -> PropertyInfo {
    let (variant_type, hint, hint_string) = match &property.kind {
        Kind::Number => (VariantType::FLOAT, PropertyHint::NONE, String::new()),
        Kind::Trigger => (VariantType::BOOL, PropertyHint::NONE, String::new()),
        Kind::Choice(values) => (VariantType::INT, PropertyHint::ENUM, values.join(",")),
    };
    PropertyInfo {
        variant_type,
        class_name: StringName::default(),
        property_name: StringName::from(&property.name),
        hint_info: PropertyHintInfo {
            hint,
            hint_string: GString::from(&hint_string),
        },
        usage: PropertyUsageFlags::DEFAULT,
    }
}
