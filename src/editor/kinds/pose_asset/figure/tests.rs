use super::*;

#[test]
fn a_figure_fills_its_picture_and_another_pose_is_another_figure() {
    let project = mannequin::sample();
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let asset = project.pose_assets.values().next().unwrap();
    let figures = figures(&project, &library, asset);
    assert_eq!(figures.len(), asset.poses.len());
    let rect = Rect::from_min_size(pos2(100.0, 50.0), Vec2::new(40.0, 56.0));
    let all: Vec<Vec<Pos2>> = figures
        .values()
        .map(|figure| figure.within(rect).flatten().collect())
        .collect();
    let bounds = Rect::from_points(&all.concat());
    let fills = bounds.height() > 55.9 || bounds.width() > 39.9;
    assert!(
        rect.expand(0.01).contains_rect(bounds) && fills,
        "{bounds:?}"
    );
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    let head = all[0].iter().map(|at| at.y).fold(f32::INFINITY, f32::min);
    assert!(head < 60.0, "heads are up");
}
