//! Names of people as they are kept: one way of writing each, nothing in them that nobody sees, and none that looks like
//! another's.

use crate::CommandError;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name, in letters.
const LONGEST: usize = 100;

/// What the log says where nobody of that name has acted, as [`skeleton`] has it.
const RESERVED: [&str; 4] = ["console", "floor", "system", "door"];

/// A name as it is kept: composed letters, single spaces.
///
/// # Errors
/// What is wrong with it, in words for whoever typed it.
pub fn clean(name: &str) -> Result<String, String> {
    if let Some(hidden) = name.trim().chars().find(|letter| is_hidden(*letter)) {
        let code = u32::from(hidden);
        return Err(format!("a name has only what can be seen and read; this one has the sign U+{code:04X}"));
    }
    let name = name.nfc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    if name.contains('/') || RESERVED.contains(&&*skeleton(&name)) {
        return Err(format!("'{name}' is what the program calls itself or its places; take another name"));
    }
    match name.chars().count() {
        0 => Err("the name is missing".to_string()),
        1..=LONGEST => Ok(name),
        _ => Err(format!("a name has at most {LONGEST} letters")),
    }
}

/// The name of a person in a command.
pub(crate) fn person_name(name: &str) -> Result<String, CommandError> {
    clean(name).map_err(|wrong| CommandError::new(wrong).at("name"))
}

/// Controls, signs that turn the direction of writing, signs without width, and those that mean nothing to others.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{640}' | '\u{6dd}' | '\u{8e2}' | '\u{2800}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}'
                | '\u{ffa0}' | '\u{feff}' | '\u{fff9}'..='\u{fffd}'
                | '\u{600}'..='\u{605}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{e000}'..='\u{f8ff}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{e0000}'..='\u{e0fff}'
                | '\u{f0000}'..='\u{10ffff}'
        )
}

/// What a name looks like: two names with the same are taken for one another. Letters of other scripts and digits stand for
/// the Latin letters that they resemble, without marks and capitals.
pub fn skeleton(name: &str) -> String {
    let plain = name.nfkd().filter(|letter| !is_combining_mark(*letter) && !is_hidden(*letter));
    // Points and dashes are too small to tell two people apart.
    let letters: String = plain.flat_map(looks_like).filter(|letter| letter.is_alphanumeric()).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

fn looks_like(letter: char) -> impl Iterator<Item = char> {
    // Capitals that look like other letters than their small forms do.
    let seen = match letter {
        'I' | '|' | 'Ι' | 'І' | 'Ӏ' => 'l',
        'В' | 'Β' => 'b',
        'Н' | 'Η' => 'h',
        'Р' | 'Ρ' => 'p',
        'С' => 'c',
        'Χ' | 'Х' => 'x',
        'Υ' | 'У' => 'y',
        'Μ' | 'М' => 'm',
        'Ν' => 'n',
        'Τ' | 'Т' => 't',
        'Κ' | 'К' => 'k',
        'Ζ' => 'z',
        other => other,
    };
    seen.to_lowercase().map(|small| match small {
        '0' | 'о' | 'ο' | 'օ' | 'ø' => 'o',
        '1' | 'i' | 'і' | 'ι' | 'ı' | 'ӏ' | 'ł' => 'l',
        '5' | 'ѕ' => 's',
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' | 'đ' => 'd',
        'е' | 'ε' => 'e',
        'һ' | 'հ' => 'h',
        'ј' | 'ϳ' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'п' | 'ո' | 'η' => 'n',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'т' | 'τ' => 't',
        'υ' | 'ս' | 'μ' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' | 'ѡ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        other => other,
    })
}

/// The name among others that this one would be taken for, where it is written differently.
pub fn taken_for<'o>(name: &str, others: impl IntoIterator<Item = &'o str>) -> Option<&'o str> {
    let own = skeleton(name);
    others.into_iter().find(|other| *other != name && skeleton(other) == own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_nothing_that_nobody_sees() {
        assert_eq!(clean("  Zoe\u{308}   Kravitz ").unwrap(), "Zoë Kravitz");
        assert_eq!(clean("Łukasz O'Neill-Śliwa").unwrap(), "Łukasz O'Neill-Śliwa");
        assert_eq!(clean("山田 太郎").unwrap(), "山田 太郎");
        for bad in [
            "Ada\0",
            "Ada\u{202e}eiraM",
            "A\u{200b}da",
            "Ada\u{feff}Lane",
            "A\u{2066}da",
            "Ada\nLane",
            "Ada\u{2800}Lane",
            "Ada\u{1d173}",
            "Ada\u{640}",
            "Console",
            "staff/1",
            "",
            "  ",
        ] {
            assert!(clean(bad).is_err(), "{bad:?}");
        }
        assert!(clean(&"a".repeat(100)).is_ok() && clean(&"a".repeat(101)).is_err());
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [
            ("manager", "mаnаger"),
            ("manager", "rnanager"),
            ("Bill", "BiIl"),
            ("paul", "pau1"),
            ("Ada Manager", "Ａda Manager"),
            ("Ada", "Аdа"),
            ("renee", "renée"),
            ("Ada Manager", "Ada Manager."),
            ("Ada Manager", "Ada-Manager"),
        ] {
            assert_eq!(taken_for(other, [one]), Some(one), "{one} {other}");
        }
        assert_eq!(taken_for("ada", ["ada"]), None, "the same name is no look-alike: two people may have it");
        assert_eq!(taken_for("ada", ["adam", "ida", "eda"]), None);
    }
}
