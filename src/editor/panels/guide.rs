//! The user guide beside one's work: the list of its pages, a page, and what has a text.

pub mod pages;

use super::assets::filter_ui;
use crate::{icons, parts, theme};
use egui::{RichText, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use pages::{GuidePage, GuidePart, PAGES};
use words::tr;

/// State of the guide panel. Lasts as long as the window.
#[derive(Default)]
pub struct GuideView {
    /// Files of the pages that lead to the one that is shown, that one last; none is the list.
    visited: Vec<&'static str>,
    filter: String,
    /// The parts of what is shown, and of which page they are.
    parts: Option<(Option<&'static str>, Vec<GuidePart>)>,
    cache: CommonMarkCache,
}

impl GuideView {
    /// Goes to the page of a file, or to the list for one that is none.
    pub fn open(&mut self, file: &str) {
        self.filter.clear();
        match pages::page(file) {
            Some(page) if self.shown() != Some(page.file) => self.visited.push(page.file),
            Some(_) => {}
            None => self.visited.clear(),
        }
    }

    fn shown(&self) -> Option<&'static str> {
        self.visited.last().copied()
    }
}

/// Shows the guide panel.
pub fn guide_ui(ui: &mut Ui, view: &mut GuideView) {
    filter_ui(ui, tr!("Search the guide"), &mut view.filter);
    bar_ui(ui, view);
    let wanted = view.filter.trim().to_lowercase();
    let scroll = egui::ScrollArea::vertical()
        .id_salt(("guide", view.shown(), wanted.is_empty()))
        .auto_shrink(false);
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 4));
    scroll.show(ui, |ui| {
        frame.show(ui, |ui| {
            if wanted.is_empty() {
                page_ui(ui, view);
            } else {
                found_ui(ui, view, &wanted);
            }
        });
    });
}

/// Bar with the button for the previous page and the page that is shown.
fn bar_ui(ui: &mut Ui, view: &mut GuideView) {
    let Some(shown) = view.shown().and_then(pages::page) else {
        return;
    };
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        if parts::icon_button(ui, icons::CARET_LEFT, tr!("Previous page"), false).clicked() {
            view.visited.pop();
        }
        if parts::icon_button(ui, icons::LIST, tr!("All pages"), false).clicked() {
            view.visited.clear();
        }
        ui.label(RichText::new(shown.title()).color(theme::TEXT_2));
    });
}

fn page_ui(ui: &mut Ui, view: &mut GuideView) {
    let shown = view.shown();
    let known = view.parts.take().filter(|(of, _)| *of == shown);
    let (_, parts) = known.unwrap_or_else(|| {
        let page = shown.and_then(pages::page);
        let text = page.map_or_else(pages::contents, GuidePage::text);
        (shown, pages::parts(&text))
    });
    for page in PAGES {
        view.cache.add_link_hook(page.file);
    }
    for (at, part) in parts.iter().enumerate() {
        ui.push_id(at, |ui| match part {
            GuidePart::Prose(text) => {
                CommonMarkViewer::new().show(ui, &mut view.cache, text);
            }
            GuidePart::Code(text) => code_ui(ui, text),
        });
    }
    view.parts = Some((shown, parts));
    let clicked = |page: &&GuidePage| view.cache.get_link_hook(page.file) == Some(true);
    if let Some(page) = PAGES.iter().find(clicked) {
        view.open(page.file);
    }
}

/// Lines of code, which can be selected and copied.
fn code_ui(ui: &mut Ui, text: &str) {
    let frame = egui::Frame::new().fill(theme::BASE).inner_margin(8);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(egui::Label::new(RichText::new(text).monospace()).selectable(true));
    });
    ui.add_space(6.0);
}

/// Pages that have a text, each with the first line that has it.
fn found_ui(ui: &mut Ui, view: &mut GuideView, wanted: &str) {
    let mut chosen = None;
    let mut is_empty = true;
    for page in PAGES {
        let in_title = page.title().to_lowercase().contains(wanted);
        let Some(line) = page.line_with(wanted).or(in_title.then_some("")) else {
            continue;
        };
        is_empty = false;
        if ui
            .link(RichText::new(page.title()).color(theme::ACCENT))
            .clicked()
        {
            chosen = Some(page.file);
        }
        let line = line.trim_start_matches(['#', '-', '|', ' ']);
        let line = line.replace(['*', '`', '\\'], "");
        ui.add(egui::Label::new(RichText::new(line).color(theme::TEXT_2)).truncate());
        ui.add_space(6.0);
    }
    if is_empty {
        super::assets::no_match_ui(ui, &mut view.filter);
    }
    chosen.into_iter().for_each(|file| view.open(file));
}
