//! The register: every clause of a book, its kind, and its effect in our own words.

use std::collections::HashMap;

/// A clause of one register, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId(pub(crate) u16);

impl ClauseId {
    /// Its place in the register, from 0.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Play, wagers, cards, prizes: what the engine does.
    Engine,
    /// Who may decide.
    Authority,
    /// What must be displayed, and for how long.
    Notice,
    /// What must be written down or reported.
    Record,
    /// How people behave.
    Conduct,
    /// What the instrument is.
    Legal,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] =
        [Kind::Engine, Kind::Authority, Kind::Notice, Kind::Record, Kind::Conduct, Kind::Legal];

    /// As the register writes it.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Engine => "engine",
            Kind::Authority => "authority",
            Kind::Notice => "notice",
            Kind::Record => "record",
            Kind::Conduct => "conduct",
            Kind::Legal => "legal",
        }
    }
}

/// One row of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// As printed: "8.4.2(a)(ii)".
    pub label: String,
    /// What it is about.
    pub kind: Kind,
    /// The game it concerns, or "all", "jackpot", "tournament", …
    pub game: String,
    /// What it does, in our words.
    pub effect: String,
}

/// All clauses of a book, in printed order.
#[derive(Clone, Debug)]
pub struct Register {
    clauses: Vec<Clause>,
    by_label: HashMap<String, ClauseId>,
}

impl Register {
    /// Reads the tab-separated text. The error is a line number and what is wrong there.
    pub(crate) fn read(text: &str) -> Result<Register, (usize, String)> {
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, "clause\tkind\tgame\teffect")) => {}
            _ => {
                return Err((
                    1,
                    "the first line must be: clause, kind, game, effect, separated by tabs".into(),
                ));
            }
        }
        let mut clauses = Vec::new();
        let mut by_label = HashMap::new();
        for (at, line) in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[label, kind, game, effect] = fields.as_slice() else {
                return Err((at + 1, format!("expected four fields, found {}", fields.len())));
            };
            let Some(kind) = Kind::ALL.into_iter().find(|known| known.word() == kind) else {
                return Err((at + 1, format!("'{kind}' is not a kind of clause")));
            };
            let id = u16::try_from(clauses.len()).map_err(|_| (at + 1, "too many clauses".to_string()))?;
            if by_label.insert(label.to_string(), ClauseId(id)).is_some() {
                return Err((at + 1, format!("the clause '{label}' appears twice")));
            }
            clauses.push(Clause { label: label.into(), kind, game: game.into(), effect: effect.into() });
        }
        Ok(Register { clauses, by_label })
    }

    /// The clause with that label.
    pub fn id(&self, label: &str) -> Option<ClauseId> {
        self.by_label.get(label).copied()
    }

    /// A clause.
    pub fn get(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.number()]
    }

    /// All of them, in printed order.
    pub fn iter(&self) -> impl Iterator<Item = (ClauseId, &Clause)> {
        (0..).map(ClauseId).zip(&self.clauses)
    }

    /// The labels that somebody may have meant by one that does not exist: above it, below it, with it in them.
    pub fn near(&self, label: &str) -> impl Iterator<Item = &str> {
        let label = label.trim().to_string();
        self.clauses.iter().map(|row| row.label.as_str()).filter(move |row| {
            !label.is_empty() && (row.starts_with(&label) || label.starts_with(row) || row.contains(&label))
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}
