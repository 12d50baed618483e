//! Actions of notify classes.

use super::App;
use crate::action::NotifyClassAction;
use crate::timeline::item::free_name;
use anim::notify::FieldKind;
use asset::{
    AssetKind, NotifyClass,
    notify_class::{Field, FieldType, Template},
};
use document::{Command, ItemCommand, NotifyClassCommand, ProjectCommand};

impl App {
    pub(super) fn act_on_notify_class(&mut self, action: NotifyClassAction) {
        match action {
            NotifyClassAction::New(template) => self.new_notify_class(template),
            NotifyClassAction::AddField => self.add_field(),
        }
    }

    fn new_notify_class(&mut self, template: Template) {
        let id = self.views.edits.id();
        // Of fields that are in no file yet any id that nobody else has is as good.
        let class = template.class(&mut id.0.clone());
        let name = self
            .document
            .project()
            .free_name(AssetKind::NotifyClass, &class.name, None);
        let class = NotifyClass { name, ..class };
        self.perform(
            &Command::Project(ProjectCommand::Add(id, class.into())),
            None,
        );
        self.open_asset(id);
    }

    fn add_field(&mut self) {
        let field = self.views.edits.id();
        let project = self.document.project();
        let Some((id, class)) = self
            .session
            .active
            .and_then(|id| Some((id, project.notify_classes.get(&id)?)))
        else {
            return;
        };
        let name = free_name(
            "Field",
            class.fields.iter().map(|field| field.name.as_str()),
        );
        let new = Field {
            id: field,
            name,
            unit: String::new(),
            kind: FieldType::of(FieldKind::Number),
        };
        self.perform(
            &Command::NotifyClass(id, NotifyClassCommand::Field(ItemCommand::Put(new))),
            None,
        );
    }
}
