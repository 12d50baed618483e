use super::*;

#[test]
fn a_flood_is_counted_not_kept() {
    let mut report = ImportReport::default();
    for i in 0..MAX_ENTRIES + 5 {
        report.warn(format!("/{i}"), "repaired");
    }
    assert_eq!((report.entries.len(), report.left_off), (MAX_ENTRIES, 5));
}

#[test]
fn a_fix_changes_its_own_option_alone() {
    let options = Options {
        whole: true,
        more_memory: 5,
        ..Options::default()
    };
    let bvh = options.bvh;
    let positions = Positions::Replace;
    for (fix, fixed) in [
        (
            ImportFix::Scale(0.25),
            Options {
                scale: 0.25,
                ..options
            },
        ),
        (
            ImportFix::StripNamespaces,
            Options {
                strip_namespaces: true,
                ..options
            },
        ),
        (
            ImportFix::ZUp,
            Options {
                bvh: BvhOptions { up: Up::Z, ..bvh },
                ..options
            },
        ),
        (
            ImportFix::Positions(positions),
            Options {
                bvh: BvhOptions { positions, ..bvh },
                ..options
            },
        ),
    ] {
        assert_eq!(fix.apply(options), fixed, "{fix:?}");
    }
}
