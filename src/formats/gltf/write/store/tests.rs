use super::*;

fn lists(store: GltfBinaryStore) -> (Value, Vec<u8>) {
    let mut root = Map::new();
    let bytes = store.into_bytes(&mut root);
    (root.into(), bytes)
}

fn no_name(_: usize) -> String {
    String::new()
}

#[test]
fn joints_take_bytes_up_to_255_and_indices_two_up_to_the_restart() {
    for (largest, component, size) in [(255u16, UNSIGNED_BYTE, 1), (256, UNSIGNED_SHORT, 2)] {
        let mut store = GltfBinaryStore::default();
        store.joints(Use::Vertices("JOINTS_0"), &[[0, 1, 2, largest]]);
        let (root, bytes) = lists(store);
        assert_eq!(
            (&root["accessors"][0]["componentType"], bytes.len()),
            (&json!(component), 4 * size)
        );
        assert_eq!(&root["accessors"][0]["type"], "VEC4");
    }
    for (largest, component, size) in [(65534, UNSIGNED_SHORT, 2), (65535, UNSIGNED_INT, 4)] {
        let mut store = GltfBinaryStore::default();
        store.indices(&[0, 1, largest]);
        let (root, bytes) = lists(store);
        let accessor = &root["accessors"][0];
        assert_eq!(
            (&accessor["componentType"], &accessor["count"], bytes.len()),
            (&json!(component), &json!(3), 3 * size)
        );
        assert_eq!(
            root["bufferViews"][0]["target"],
            json!(ELEMENT_ARRAY_BUFFER)
        );
    }
}

#[test]
fn equal_data_of_one_use_is_stored_once_and_views_start_at_fours() {
    let mut store = GltfBinaryStore::default();
    let first = store.joints(Use::Vertices("JOINTS_0"), &[[1, 2, 3, 4], [5, 6, 7, 8]]);
    store.image(&[1, 2, 3]);
    let other = store.joints(Use::Vertices("JOINTS_1"), &[[1, 2, 3, 4], [5, 6, 7, 8]]);
    let again = store.joints(Use::Vertices("JOINTS_0"), &[[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!((again, other), (first, first + 1));
    let (root, bytes) = lists(store);
    let views = root["bufferViews"].as_array().unwrap();
    let places: Vec<_> = views
        .iter()
        .map(|view| (view["byteOffset"].as_u64(), view["byteLength"].as_u64()))
        .collect();
    assert_eq!(
        places,
        [(Some(0), Some(8)), (Some(8), Some(3)), (Some(12), Some(8))]
    );
    assert_eq!(
        (bytes[11], bytes.len(), &root["buffers"][0]["byteLength"]),
        (0, 20, &json!(20))
    );
    assert!(
        lists(GltfBinaryStore::default())
            .0
            .as_object()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn positions_and_times_say_their_bounds_and_others_do_not() {
    let of = |use_: Use| {
        let mut store = GltfBinaryStore::default();
        store
            .floats(use_, &[[1.0, -2.0, 3.0], [-4.0, 5.0, 0.5]], no_name)
            .unwrap();
        lists(store).0["accessors"][0].clone()
    };
    for use_ in [Use::Vertices("POSITION"), Use::Times] {
        assert_eq!(
            (&of(use_)["min"], &of(use_)["max"]),
            (&json!([-4.0, -2.0, 0.5]), &json!([1.0, 5.0, 3.0]))
        );
    }
    for use_ in [Use::Vertices("NORMAL"), Use::Keys, Use::InverseBinds] {
        assert!(of(use_)["min"].is_null() && of(use_)["max"].is_null());
    }
    let error = GltfBinaryStore::default()
        .floats(Use::Keys, &[[0.0], [f32::NAN]], |at| format!("key {at}"))
        .unwrap_err();
    assert!(error.to_string().contains("key 1"), "{error}");
}

#[test]
fn sparse_bounds_hold_the_zeros_that_are_not_stored() {
    let bounds = |count: usize| {
        let mut store = GltfBinaryStore::default();
        let sparse = SparseElements {
            indices: vec![1, 2],
            values: vec![[1.0, -2.0, 3.0], [2.0, -1.0, 4.0]],
        };
        store.sparse("POSITION", count, &sparse);
        let accessor = lists(store).0["accessors"][0].clone();
        assert_eq!(
            (&accessor["count"], &accessor["sparse"]["count"]),
            (&json!(count), &json!(2))
        );
        (accessor["min"].clone(), accessor["max"].clone())
    };
    assert_eq!(bounds(3), (json!([0.0, -2.0, 0.0]), json!([2.0, 0.0, 4.0])));
    assert_eq!(
        bounds(2),
        (json!([1.0, -2.0, 3.0]), json!([2.0, -1.0, 4.0]))
    );
    let mut store = GltfBinaryStore::default();
    store.sparse(
        "NORMAL",
        3,
        &SparseElements {
            indices: Vec::new(),
            values: Vec::new(),
        },
    );
    let accessor = lists(store).0["accessors"][0].clone();
    assert_eq!(
        (&accessor["sparse"]["count"], &accessor["min"]),
        (&json!(1), &json!(null)),
        "a zero is told"
    );
}

#[test]
fn elements_are_named_by_their_width() {
    assert_eq!(
        [1, 2, 3, 4, 16].map(shape),
        ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"]
    );
}
