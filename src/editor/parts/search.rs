//! Finding by a few letters.

#[cfg(test)]
mod tests;

/// Score of a fuzzy match of `text` in `title`; None if the letters of `text` are not in `title` in
/// order. Runs, word starts and early letters count more.
pub fn score(title: &str, text: &str) -> Option<i32> {
    let title: Vec<char> = title.to_lowercase().chars().collect();
    let (mut at, mut total, mut last) = (0, 0, None);
    for wanted in text.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let found = (at..title.len()).find(|i| title[*i] == wanted)?;
        let starts_word = found == 0 || !title[found - 1].is_alphanumeric();
        let continues = found > 0 && last == Some(found - 1);
        total += 1 + 6 * i32::from(continues) + 4 * i32::from(starts_word) - (found as i32 / 8);
        (at, last) = (found + 1, Some(found));
    }
    Some(total)
}
