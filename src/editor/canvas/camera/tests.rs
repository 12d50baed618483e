use super::*;
use egui::pos2;

fn lens(zoom: f32) -> Lens {
    let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 300.0));
    Lens {
        camera: Camera {
            center: pos2(20.0, -30.0),
            zoom,
        },
        rect,
    }
}

#[test]
fn the_screen_and_the_page_lead_back_to_each_other() {
    for zoom in [0.1, 0.7, 2.0] {
        let lens = lens(zoom);
        for at in [pos2(0.0, 0.0), pos2(123.0, 77.0)] {
            assert!(lens.page(lens.screen(at)).distance(at) < 1e-3);
        }
        assert_eq!(lens.page(lens.rect.center()), lens.camera.center);
    }
}

#[test]
fn zooming_keeps_what_is_under_the_pointer_and_stays_in_its_range() {
    let at = pos2(130.0, 60.0);
    for factor in [1.3, 0.5, 1e6, 0.0] {
        let lens = lens(0.8);
        let held = lens.page(at);
        let after = Lens {
            camera: lens.zoomed(at, factor),
            ..lens
        };
        assert!(after.page(at).distance(held) < 1e-2, "{factor}");
        assert!(ZOOM.contains(&after.camera.zoom));
    }
}

#[test]
fn what_fits_is_in_sight_and_not_enlarged() {
    for bounds in [
        Rect::from_min_size(pos2(-500.0, 10.0), vec2(3000.0, 200.0)),
        Rect::from_pos(pos2(5.0, 5.0)),
    ] {
        let camera = Camera::fitting(bounds, vec2(400.0, 300.0));
        let lens = Lens {
            camera,
            ..lens(1.0)
        };
        assert!(camera.zoom <= 1.0 && lens.seen().contains_rect(bounds));
    }
}
