use super::*;

#[test]
fn of_many_roots_the_newest_is_compiled_at_last_and_one_root_is_compiled_once() {
    let mut compiler = Compiler::start(ClipCache::default(), || {}).unwrap();
    let roots: Vec<Arc<Project>> = (0..50)
        .map(|at| {
            Arc::new(Project {
                name: at.to_string(),
                ..mannequin::excerpt()
            })
        })
        .collect();
    roots.iter().for_each(|root| compiler.order(root));
    let built = compiler.built().unwrap();
    assert!(Arc::ptr_eq(&built.root, &roots[49]));
    assert!(!built.compiled.unwrap().library.clips.is_empty());
    compiler.order(&roots[49]);
    assert!(compiler.built().is_none(), "there is nothing to do");
    compiler.order(&roots[0]);
    assert!(Arc::ptr_eq(&compiler.built().unwrap().root, &roots[0]));
}

#[test]
fn what_is_kept_is_compressed_at_once() {
    let (folder, project) = (
        tempfile::TempDir::new().unwrap(),
        Arc::new(mannequin::excerpt()),
    );
    let wanted = files::compile(
        &project,
        &mut Cache::default(),
        &ClipCache::at(folder.path().into()),
    );
    let mut compiler = Compiler::start(ClipCache::at(folder.path().into()), || {}).unwrap();
    compiler.order(&project);
    let compiled = compiler.built().unwrap().compiled.unwrap();
    assert!(compiled.pending.is_empty() && compiled.library == wanted.library);
}

#[test]
fn what_was_compressed_elsewhere_is_in_the_next_outcome() {
    let mut compiler = Compiler::start(ClipCache::default(), || {}).unwrap();
    compiler.order(&Arc::new(mannequin::excerpt()));
    let pending = compiler.built().unwrap().compiled.unwrap().pending;
    assert!(!pending.is_empty());
    let done = pending.into_iter().map(|work| work.compress()).collect();
    compiler.take_compressed(done);
    let built = compiler.built().unwrap();
    let compiled = built.compiled.unwrap();
    assert!(compiled.pending.is_empty() && !compiled.reports.is_empty());
    compiler.take_compressed(Vec::new());
    assert!(compiler.built().is_none());
}
