use super::*;

/// The coverage of one edge list, as rows of numbers.
fn covered(corners: &[OutlinePoint]) -> Glyph {
    let mut outline = FlatOutline::default();
    outline.move_to(corners[0][0], corners[0][1]);
    corners[1..]
        .iter()
        .for_each(|at| outline.line_to(at[0], at[1]));
    outline.close();
    outline.covered()
}

fn area(glyph: &Glyph) -> f32 {
    glyph.coverage.iter().sum()
}

#[test]
fn what_edges_enclose_is_covered_to_the_part_of_a_pixel() {
    let square = covered(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    assert!((area(&square) - 4.0).abs() < 1e-4);
    assert_eq!(&square.coverage[..3], [1.0, 1.0, 0.0]);
    let shifted = covered(&[[0.25, 0.5], [1.75, 0.5], [1.75, 1.5], [0.25, 1.5]]);
    assert!((area(&shifted) - 1.5).abs() < 1e-4);
    assert!((shifted.coverage[0] - 0.375).abs() < 1e-4);
    let triangle = covered(&[[0.0, 0.0], [5.0, 0.0], [0.0, 3.0]]);
    assert!((area(&triangle) - 7.5).abs() < 1e-3, "{}", area(&triangle));
    let other_way = covered(&[[0.0, 3.0], [5.0, 0.0], [0.0, 0.0]]);
    assert!((area(&other_way) - 7.5).abs() < 1e-3);
}

#[test]
fn letters_have_their_holes_and_figures_one_width() {
    let mut typeface = Typeface::new(64.0);
    let o = typeface.glyph('o').clone();
    let rows = o.coverage.len() / o.width;
    let middle = (rows / 2) * o.width + o.width / 2;
    assert!(o.coverage[middle] < 0.01, "an o has a hole");
    let strip = &o.coverage[(rows / 2) * o.width..][..o.width];
    assert!(
        strip.iter().any(|part| *part > 0.99),
        "and a stroke around it"
    );
    let widths: Vec<f32> = ('0'..='9')
        .map(|figure| typeface.glyph(figure).advance)
        .collect();
    assert!(
        widths.iter().all(|width| (width - widths[0]).abs() < 0.1),
        "{widths:?}"
    );
    assert!(typeface.glyph(' ').coverage.is_empty() && typeface.glyph(' ').advance > 0.0);
}

#[test]
fn what_the_typeface_lacks_is_a_box() {
    let mut typeface = Typeface::new(32.0);
    assert!(area(&typeface.glyph('剣').clone()) > 10.0);
    assert!(area(&typeface.glyph('é').clone()) > 10.0);
}

#[test]
fn a_line_that_is_too_long_ends_in_an_ellipsis() {
    let mut typeface = Typeface::new(20.0);
    let line = "AM_A_long_name_of_a_montage";
    let whole = typeface.width(line);
    assert_eq!(typeface.fitted(line, whole), line);
    let short = typeface.fitted(line, whole / 2.0);
    assert!(short.ends_with('…') && typeface.width(&short) <= whole / 2.0);
    assert_eq!(typeface.fitted(line, 1.0), "");
}
