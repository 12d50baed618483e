use super::*;

#[test]
fn the_sample_and_its_excerpt_compile_without_problems() {
    for (project, counts) in [(sample(), (4, 4, 8)), (excerpt(), (1, 1, 1))] {
        let compiled = asset::compile(
            &project,
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        );
        let problems: Vec<String> = compiled
            .diagnostics
            .iter()
            .map(|problem| asset::describe(&project, problem))
            .collect();
        assert_eq!(problems, [""; 0]);
        let library = &compiled.library;
        assert_eq!(
            (
                library.skeletons.len(),
                library.meshes.len(),
                library.montages.len()
            ),
            counts
        );
    }
}
