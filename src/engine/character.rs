//! One character: its instance, and its proxy at home or in flight.
//!
//! Invariant: between a kick and its finish nothing but [`EngineCharacter::sync`] brings the proxy
//! back.

use crate::{
    CharacterId,
    flight::Flight,
    pace::{CharacterPace, TickPlan},
};
use anim::{
    AnimInstance, AnimInstanceProxy, Event, Library, Name, Skeleton, Transform,
    ground::{Ground, Hits},
    instance::{
        Following, GroundAnswer, Handler, Posed, RootMotionModifier, RootMotionSource, SavedProxy,
        Silent, StateLibraries, StateLinkError, Workspace,
    },
};
use serde::{Deserialize, Serialize};
use std::{
    any::Any,
    cell::RefCell,
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// A character that faulted this often is no longer evaluated.
pub(crate) const MOST_FAULTS: u32 = 3;

/// Work that a worker does on a proxy.
pub(crate) type WorkerFn = fn(&mut AnimInstanceProxy, &mut Workspace);

thread_local! {
    /// Room for evaluation, shared by all characters that this thread works at.
    static ROOM: RefCell<Workspace> = RefCell::default();
}

/// The proxy is boxed so that it moves to a worker and back without copying its buffers.
#[derive(Debug)]
pub(crate) struct ProxyJob {
    proxy: Box<AnimInstanceProxy>,
    work: WorkerFn,
    is_disabled: bool,
    /// Message of the panic; None without a panic.
    fault: Option<String>,
}

/// A panic leaves the reference pose and is kept; it never leaves the worker.
pub(crate) fn run_job(job: &mut ProxyJob) {
    if !job.is_disabled {
        job.fault = ROOM.with_borrow_mut(|room| {
            let result = catch_unwind(AssertUnwindSafe(|| (job.work)(&mut job.proxy, room)));
            result.err().map(|panic| {
                // What it left half done is of no use to the next one.
                *room = Workspace::default();
                panic_text(panic.as_ref())
            })
        });
    }
    if job.is_disabled || job.fault.is_some() {
        job.proxy.reset_pose();
    }
}

/// Message that a panic was raised with; empty if the message is no text.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

#[derive(Debug)]
enum ProxyState {
    Home(Box<AnimInstanceProxy>),
    /// The job waits; work on it starts as soon as the characters that it copies are done.
    Held(ProxyJob),
    /// A worker has the character's proxy.
    Away,
    /// Back before the barrier; its completion is still to come.
    Landed(ProxyJob),
}

/// State that readers get while the next tick is in flight.
#[derive(Default)]
pub(crate) struct CharacterView {
    pub(crate) posed: Posed,
    pub(crate) events: Vec<Event>,
    pub(crate) placement: Transform,
    pub(crate) root_delta: Transform,
}

/// Handler that receives the events of a character; None without one.
#[derive(Default)]
pub(crate) struct Listener(Option<Box<dyn Handler + Send>>, Silent);

impl Listener {
    pub(crate) fn new(handler: Option<Box<dyn Handler + Send>>) -> Self {
        Self(handler, Silent)
    }

    /// Whether there is no handler.
    fn is_silent(&self) -> bool {
        self.0.is_none()
    }

    fn listener(&mut self) -> &mut dyn Handler {
        match &mut self.0 {
            Some(handler) => handler.as_mut(),
            None => &mut self.1,
        }
    }
}

/// A montage that goes where a montage of another character goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MontageLead {
    pub(crate) montage: Name,
    pub(crate) leader: CharacterId,
    pub(crate) theirs: Name,
}

/// A warp target that goes along with somebody.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FollowedTarget {
    pub(crate) target: Name,
    pub(crate) of: CharacterId,
    /// Bone or socket of that character; no name for the place of the character itself.
    pub(crate) bone: Name,
    pub(crate) offset: Transform,
}

/// A bone, or that of a socket, and what lies on it.
pub(crate) fn place_of(skeleton: &Skeleton, name: Name) -> Option<(usize, Transform)> {
    let socket = || {
        let socket = skeleton.sockets.iter().find(|socket| socket.name == name)?;
        Some((socket.bone as usize, socket.local.into()))
    };
    skeleton
        .find(name)
        .map(|bone| (bone, Transform::IDENTITY))
        .or_else(socket)
}

pub(crate) struct EngineCharacter {
    pub(crate) id: CharacterId,
    pub(crate) handler: Listener,
    pub(crate) instance: AnimInstance,
    state: ProxyState,
    flight: Arc<Flight<ProxyJob>>,
    pub(crate) pace: CharacterPace,
    plan: TickPlan,
    /// The plan by which a worker has it.
    kicked: Option<TickPlan>,
    pub(crate) leader: Option<CharacterId>,
    /// Whom its graph copies, by the names that nodes have for them.
    pub(crate) partners: Vec<(Name, CharacterId)>,
    pub(crate) montage_leads: Vec<MontageLead>,
    pub(crate) followed: Vec<FollowedTarget>,
    /// Ground hits given for the next ticks.
    pub(crate) told_ground: VecDeque<Arc<Hits>>,
    pub(crate) told_roots: VecDeque<Transform>,
    /// Root motion of this step's ticks in which a game was asked, until somebody takes it.
    pub(crate) changed_roots: Vec<Transform>,
    is_root_asked: bool,
    following: Option<Following>,
    /// Place where the character is held, whatever its root motion; None if it is not held.
    carried: Option<Transform>,
    pub(crate) faults: u32,
    pub(crate) fault: Option<String>,
    /// Whether the character runs on the game thread.
    pub(crate) is_immediate: bool,
    /// Whether the character runs on the game thread in the next tick, and only in that one.
    pub(crate) is_immediate_once: bool,
    /// Whether removal waits for the next step; until then nothing more happens to the character.
    pub(crate) is_leaving: bool,
    /// Events of a character that is leaving, which nobody is given.
    unheard: Vec<Event>,
    /// Whether a tick was in flight when the character was asked to leave.
    leaves_open: bool,
    is_synced: bool,
    pub(crate) seen: CharacterView,
}

/// A character between two ticks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedCharacter {
    id: CharacterId,
    instance: AnimInstance,
    proxy: SavedProxy,
    pace: CharacterPace,
    leader: Option<CharacterId>,
    partners: Vec<(Name, CharacterId)>,
    montage_leads: Vec<MontageLead>,
    followed: Vec<FollowedTarget>,
    carried: Option<Transform>,
    is_immediate: bool,
    faults: u32,
    is_leaving: bool,
    unheard: Vec<Event>,
    leaves_open: bool,
}

impl SavedCharacter {
    /// The number by which the character is known.
    pub(crate) fn id(&self) -> CharacterId {
        self.id
    }

    /// The library and the skeleton of the game thread's side and of the proxy's side. They differ
    /// while a character rests that an edit has met.
    pub(crate) fn linked(&self) -> [(&Arc<Library>, &Arc<Skeleton>); 2] {
        [
            (self.instance.library(), self.instance.skeleton()),
            (self.proxy.library(), self.proxy.skeleton()),
        ]
    }

    /// Goes on with the libraries of its two sides.
    pub(crate) fn link(
        &mut self,
        [instance, proxy]: [StateLibraries<'_>; 2],
    ) -> Result<(), StateLinkError> {
        self.instance.link(instance)?;
        self.proxy.link(proxy)
    }
}

/// Settings that all characters of a kick share.
#[derive(Clone, Copy)]
pub(crate) struct Kick<'a> {
    pub(crate) work: WorkerFn,
    pub(crate) asks_why: bool,
    /// Whom root motion is shown to.
    pub(crate) modifier: Option<&'a Arc<dyn RootMotionModifier>>,
}

impl EngineCharacter {
    pub(crate) fn new(id: CharacterId, instance: AnimInstance, proxy: AnimInstanceProxy) -> Self {
        Self {
            id,
            handler: Listener::default(),
            instance,
            state: ProxyState::Home(Box::new(proxy)),
            flight: Arc::new(Flight::new()),
            pace: CharacterPace::default(),
            plan: TickPlan::default(),
            kicked: None,
            leader: None,
            partners: Vec::new(),
            montage_leads: Vec::new(),
            followed: Vec::new(),
            told_ground: VecDeque::new(),
            told_roots: VecDeque::new(),
            changed_roots: Vec::new(),
            is_root_asked: false,
            following: None,
            carried: None,
            faults: 0,
            fault: None,
            is_immediate: false,
            is_immediate_once: true,
            is_leaving: false,
            unheard: Vec::new(),
            leaves_open: false,
            is_synced: false,
            seen: CharacterView::default(),
        }
    }

    /// The game thread's part before requests: `tick` counts steps, `dt` is seconds.
    pub(crate) fn begin_tick(&mut self, tick: u64, dt: f64) {
        self.plan = if self.leader.is_some() {
            CharacterPace::RESTING
        } else {
            self.pace.plan(self.id, tick, dt)
        };
        match self.plan.dt {
            Some(dt) => self.instance.begin_frame(dt),
            None => self.instance.rest(self.plan.waits),
        }
    }

    /// The game thread's part after requests: montages advance.
    pub(crate) fn advance(&mut self, is_watched: bool) {
        let plan = self.plan;
        // Whoever is asked where its feet are is shown first, whether somebody watches or not.
        let asks = self.instance.asks_for_a_pose();
        if is_watched || asks || !plan.work.is_some_and(|work| work.evaluate) {
            self.introduce();
        }
        self.kicked = Some(plan);
        if plan.dt.is_some() {
            self.instance.update_montages(self.handler.listener());
        }
    }

    /// Finds the ground before the kick of a character with work: from hits given to the character,
    /// else from `own` or a game. Returns a game's answer.
    pub(crate) fn look_down(
        &mut self,
        own: Option<&dyn Ground>,
        game: Option<&dyn Ground>,
    ) -> Option<&Hits> {
        if self.plan.work.is_none()
            || self.plan.dt.is_none()
            || self.instance.graph().probes().is_empty()
        {
            return None;
        }
        let ProxyState::Home(proxy) = &self.state else {
            return None;
        };
        let told = self.told_ground.pop_front();
        let none = Hits::default();
        let answer = match (&told, own, game) {
            (Some(hits), ..) => GroundAnswer::Known(hits),
            (None, Some(ground), _) | (None, None, Some(ground)) => GroundAnswer::Ask(ground),
            (None, None, None) => GroundAnswer::Known(&none),
        };
        let is_game = told.is_none() && own.is_none() && game.is_some();
        let hits = self.instance.look_down(proxy, answer);
        is_game.then_some(hits)
    }

    /// Whether the tick that is made of it is worked at there.
    pub(crate) fn is_on_game_thread(&self) -> bool {
        self.is_immediate || self.is_immediate_once
    }

    /// Whether a whole tick of the character may be one piece of work on any thread: no handler
    /// hears of it meanwhile, and the character waits for no other pose.
    pub(crate) fn is_alone(&self) -> bool {
        let waits = self.leader.is_some() || !self.partners.is_empty();
        !waits && !self.is_on_game_thread() && !self.is_leaving && self.handler.is_silent()
    }

    /// Finishes a tick that has begun, in one piece. Contract: the character is alone, no montage
    /// follows another one, and nobody watches.
    pub(crate) fn tick_alone(&mut self, kick: Kick<'_>, ground: Option<&dyn Ground>) {
        self.advance(false);
        self.look_down(ground, None);
        if let Some(mut job) = self.job(kick) {
            run_job(&mut job);
            self.state = ProxyState::Landed(job);
        }
        self.land_proxy();
    }

    /// Starts the work of a proxy after the montages have advanced. Returns the flight to work at;
    /// a character that copies others is held instead.
    pub(crate) fn kick_proxy(&mut self, kick: Kick<'_>) -> Option<&Arc<Flight<ProxyJob>>> {
        let job = self.job(kick)?;
        if !self.partners.is_empty() {
            self.state = ProxyState::Held(job);
            return None;
        }
        self.launch(job)
    }

    /// Work of this tick; None if there is none.
    fn job(&mut self, kick: Kick<'_>) -> Option<ProxyJob> {
        let plan = self.plan;
        if let (Some(_), ProxyState::Home(proxy)) = (plan.dt, &mut self.state) {
            if plan.work.is_some() {
                self.instance.pre_update(proxy);
            }
            let told = self.told_roots.pop_front().map(RootMotionSource::Known);
            self.is_root_asked = told.is_none() && kick.modifier.is_some();
            let asked = kick
                .modifier
                .map(|modifier| RootMotionSource::Ask(self.id, modifier.clone()));
            proxy.set_root_source(told.or(asked).unwrap_or_default());
        }
        let work = plan.work?;
        let ProxyState::Home(mut proxy) = std::mem::replace(&mut self.state, ProxyState::Away)
        else {
            return None;
        };
        proxy.set_work(work);
        proxy.ask_why(kick.asks_why);
        proxy.expect_partners(self.partners.len());
        Some(ProxyJob {
            proxy,
            work: kick.work,
            is_disabled: self.faults >= MOST_FAULTS,
            fault: None,
        })
    }

    fn launch(&mut self, job: ProxyJob) -> Option<&Arc<Flight<ProxyJob>>> {
        self.state = ProxyState::Away;
        match self.flight.launch(job) {
            Ok(()) => Some(&self.flight),
            Err(job) => {
                self.state = ProxyState::Landed(job);
                None
            }
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        matches!(self.state, ProxyState::Held(_))
    }

    /// One that is held shows what a partner shows: `at` is the partner's place among its own.
    pub(crate) fn tell_partner(&mut self, at: usize, partner: &EngineCharacter) {
        let (ProxyState::Held(job), Some(proxy)) = (&mut self.state, partner.proxy()) else {
            return;
        };
        job.proxy.tell_partner(
            at,
            self.partners[at].0,
            proxy.posed(),
            partner.instance.skeleton(),
        );
    }

    /// One that is held is to be worked at.
    pub(crate) fn release(&mut self) -> Option<&Arc<Flight<ProxyJob>>> {
        match std::mem::replace(&mut self.state, ProxyState::Away) {
            ProxyState::Held(job) => self.launch(job),
            other => {
                self.state = other;
                None
            }
        }
    }

    /// Works at what nobody began.
    pub(crate) fn help(&self) {
        if let ProxyState::Away = self.state {
            self.flight.work(run_job);
        }
    }

    /// Whether a thread works at the character and is not done.
    pub(crate) fn is_away(&self) -> bool {
        matches!(self.state, ProxyState::Away) && !self.flight.is_done()
    }

    /// Waits for the thread that works at the character; a held character stays held.
    pub(crate) fn land(&mut self) {
        if self.is_held() {
            return;
        }
        if let Some(job) = self.landed() {
            self.state = ProxyState::Landed(job);
        }
    }

    /// The game thread's part after the barrier.
    pub(crate) fn land_proxy(&mut self) {
        let Some(plan) = self.kicked.take() else {
            return;
        };
        self.is_immediate_once = false;
        let Some(mut job) = self.landed() else {
            if let (Some(_), false, ProxyState::Home(proxy)) =
                (plan.dt, self.is_leaving, &mut self.state)
            {
                self.instance
                    .complete_montages(proxy, self.handler.listener());
                self.keep_root();
            }
            return self.stay();
        };
        self.faults += u32::from(job.fault.is_some());
        self.is_immediate_once = job.fault.is_some();
        self.fault = job.fault.take().or(self.fault.take());
        if plan.dt.is_some() && !self.is_leaving {
            self.instance
                .complete(&mut job.proxy, self.handler.listener());
            self.keep_root();
        }
        self.state = ProxyState::Home(job.proxy);
        self.stay();
    }

    /// Keeps the root motion of a tick in which a game was asked.
    fn keep_root(&mut self) {
        if std::mem::take(&mut self.is_root_asked) {
            self.changed_roots.push(*self.instance.root_delta());
        }
    }

    /// Puts it there from now on, until it is let go.
    pub(crate) fn carry(&mut self, placement: Option<Transform>) {
        self.carried = placement;
        self.instance.hold(placement.is_some());
        self.stay();
    }

    /// Teleports the character; a carried character stays at the new place.
    pub(crate) fn teleport(&mut self, placement: Transform) {
        self.carried = self.carried.map(|_| placement);
        self.instance.teleport(placement);
    }

    fn stay(&mut self) {
        if let Some(placement) = self.carried {
            self.instance.place(placement);
        }
    }

    fn landed(&mut self) -> Option<ProxyJob> {
        match std::mem::replace(&mut self.state, ProxyState::Away) {
            ProxyState::Home(proxy) => {
                self.state = ProxyState::Home(proxy);
                None
            }
            ProxyState::Landed(job) => Some(job),
            ProxyState::Held(mut job) => {
                run_job(&mut job);
                Some(job)
            }
            ProxyState::Away => {
                self.flight.work(run_job);
                self.flight.land()
            }
        }
    }

    /// Place of a bone or socket as shown last, world space; the character's own place if `bone` is
    /// no name. None if there is no such bone or socket.
    pub(crate) fn shown_place(&self, bone: Name) -> Option<Transform> {
        let placement = *self.instance.placement();
        if bone == Name::NONE {
            return Some(placement);
        }
        let (at, local) = place_of(self.instance.skeleton(), bone)?;
        let model = self.proxy()?.models().get(at)?;
        Some(
            placement
                .compose(&Transform::from_affine(model))
                .compose(&local),
        )
    }

    /// Waits for the proxy, which must not be held, and shows this tick's pose from now on. Returns
    /// whether there was something to wait for.
    pub(crate) fn sync(&mut self) -> bool {
        self.is_synced = true;
        let is_stall = matches!(self.state, ProxyState::Away);
        self.land();
        is_stall
    }

    /// The proxy; None while it is held or in flight.
    pub(crate) fn proxy(&self) -> Option<&AnimInstanceProxy> {
        match &self.state {
            ProxyState::Home(proxy) | ProxyState::Landed(ProxyJob { proxy, .. }) => Some(proxy),
            ProxyState::Held(_) | ProxyState::Away => None,
        }
    }

    /// The proxy; None while it is held or in flight.
    pub(crate) fn proxy_mut(&mut self) -> Option<&mut AnimInstanceProxy> {
        match &mut self.state {
            ProxyState::Home(proxy) | ProxyState::Landed(ProxyJob { proxy, .. }) => Some(proxy),
            ProxyState::Held(_) | ProxyState::Away => None,
        }
    }

    /// The pose for readers. While a tick `is_open` it is that of the last tick, until it is
    /// synced.
    pub(crate) fn shown(&self, is_open: bool) -> Option<&Posed> {
        if is_open && !self.is_synced {
            Some(&self.seen.posed)
        } else {
            self.proxy().map(AnimInstanceProxy::posed)
        }
    }

    pub(crate) fn is_synced(&self) -> bool {
        self.is_synced
    }

    /// Marks the character as leaving: nothing more happens to it before its removal, and nobody
    /// gets the `unheard` events.
    pub(crate) fn leave(&mut self, unheard: &[Event], is_open: bool) {
        if !self.is_leaving {
            (self.is_leaving, self.leaves_open) = (true, is_open);
            self.unheard.extend_from_slice(unheard);
        }
    }

    /// Removes the character: everything that a listener heard begin ends. Contract: between ticks.
    pub(crate) fn depart(&mut self) {
        let mut unheard = std::mem::take(&mut self.unheard);
        if self.leaves_open {
            unheard.extend_from_slice(self.instance.events());
        }
        self.instance.tear_down(&unheard);
        self.is_leaving = false;
    }

    /// Begins a step.
    pub(crate) fn open(&mut self) {
        self.is_synced = false;
        self.told_ground.clear();
        self.told_roots.clear();
    }

    /// Copies the shown state so that it stays readable while the next tick is made. Contract:
    /// between ticks.
    pub(crate) fn keep_seen(&mut self) {
        let (ProxyState::Home(proxy), seen) = (&self.state, &mut self.seen) else {
            return;
        };
        seen.posed.copy_from(proxy.posed());
        let events = if self.is_leaving {
            &[]
        } else {
            self.instance.events()
        };
        seen.events.clear();
        seen.events.extend_from_slice(events);
        (seen.placement, seen.root_delta) =
            (*self.instance.placement(), *self.instance.root_delta());
    }

    /// One that was never evaluated shows what it would in a tick of no time. Returns whether it
    /// shows something now.
    pub(crate) fn introduce(&mut self) -> bool {
        let ProxyState::Home(proxy) = &mut self.state else {
            return false;
        };
        if !proxy.pose().is_empty() || self.instance.skeleton().is_empty() {
            return !proxy.pose().is_empty();
        }
        let look = Box::new(self.instance.first_look());
        let mut job = ProxyJob {
            proxy: look,
            work: AnimInstanceProxy::run_tick,
            is_disabled: false,
            fault: None,
        };
        run_job(&mut job);
        proxy.show_posed(job.proxy.posed());
        self.seen.posed.copy_from(job.proxy.posed());
        true
    }

    /// Shows the leader's pose.
    pub(crate) fn follow(&mut self, leader: &EngineCharacter) {
        let (Some(led_by), ProxyState::Home(proxy)) = (leader.proxy(), &mut self.state) else {
            return;
        };
        let (theirs, own) = (leader.instance.skeleton(), self.instance.skeleton());
        if led_by.pose().len() != theirs.len() {
            return;
        }
        let following = self
            .following
            .take()
            .filter(|following| following.is_of(theirs, own));
        let following = following.unwrap_or_else(|| Following::new(theirs, own));
        proxy.follow(led_by.posed(), &following);
        self.following = Some(following);
    }

    /// Saved state of the character; None while the proxy is held or in flight.
    pub(crate) fn save(&self) -> Option<SavedCharacter> {
        let proxy = self.proxy()?;
        Some(SavedCharacter {
            id: self.id,
            instance: self.instance.clone(),
            proxy: proxy.save(),
            pace: self.pace,
            leader: self.leader,
            partners: self.partners.clone(),
            montage_leads: self.montage_leads.clone(),
            followed: self.followed.clone(),
            carried: self.carried,
            is_immediate: self.is_immediate,
            faults: self.faults,
            is_leaving: self.is_leaving,
            unheard: self.unheard.clone(),
            leaves_open: self.leaves_open,
        })
    }

    pub(crate) fn restored(saved: &SavedCharacter) -> Self {
        let new = Self::new(
            saved.id,
            saved.instance.clone(),
            AnimInstanceProxy::restored(&saved.proxy),
        );
        Self {
            pace: saved.pace,
            leader: saved.leader,
            partners: saved.partners.clone(),
            montage_leads: saved.montage_leads.clone(),
            followed: saved.followed.clone(),
            carried: saved.carried,
            is_immediate: saved.is_immediate,
            faults: saved.faults,
            is_leaving: saved.is_leaving,
            unheard: saved.unheard.clone(),
            leaves_open: saved.leaves_open,
            ..new
        }
    }
}
