//! One hand as the file tells it.

use crate::action::{Act, Action};
use crate::amount::rescale;
use crate::error::Error;
use crate::text::{self, Span};

/// The most players that a hand is read with. What a table can seat is for the game to say.
pub const MOST_PLAYERS: usize = 99;

/// One hand of poker, as its file tells it.
///
/// Players go by position: the first is the file's `p1`. Every amount is a whole number of units; one chip of the
/// file is `10^scale` units. A list by players that is empty is not in the file. Nothing here says whether the hand is legal.
///
/// A hand can be read into again and again: its buffers are kept.
#[derive(Clone, Default, Debug)]
pub struct Hand {
    /// The hand's number in a file of several (`[1]`, `[2]`, …).
    pub number: Option<u64>,
    /// How many decimals the amounts have: the most that any amount of the file has.
    pub scale: u8,
    /// Whether a short ante wins only its like from each of the others.
    pub ante_trimming_status: Option<bool>,
    pub antes: Vec<i64>,
    /// The blinds and straddles. A negative one is posted by an entering player.
    pub blinds_or_straddles: Vec<i64>,
    /// The bring-in of a stud game.
    pub bring_in: Option<i64>,
    /// The bet of the early streets.
    pub small_bet: Option<i64>,
    /// The bet of the late streets.
    pub big_bet: Option<i64>,
    /// The least bet.
    pub min_bet: Option<i64>,
    /// What each player begins with; `None` where the file does not know (`inf`).
    pub starting_stacks: Vec<Option<i64>>,
    /// What each player ends with; `None` where the file does not know.
    pub finishing_stacks: Vec<Option<i64>>,
    /// What each player is pushed from the pots.
    pub winnings: Vec<i64>,
    /// `_deck`: how many cards the deck has.
    pub deck: Option<u8>,
    /// `_max_bet`: the most that may be bet in a spread game.
    pub max_bet: Option<i64>,
    /// `_small_rounds`: how many betting rounds use the small bet.
    pub small_rounds: Option<u8>,
    /// `_chip`: the lowest chip in play.
    pub chip: Option<i64>,
    /// `_unit`: the value of one unit in Chinese Poker.
    pub unit: Option<i64>,
    /// `_commission`: what the house takes.
    pub commission: Option<Commission>,
    pub(crate) actions: Vec<Action>,
    pub(crate) players: Vec<Span>,
    pub(crate) others: Vec<OtherField>,
    /// The texts among the fields, by [`TextField`].
    pub(crate) words: [Option<Span>; 4],
    /// What all the spans point into.
    pub(crate) text: String,
}

/// What the house takes from a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commission {
    /// A part of the pot.
    Percent {
        /// Millionths of the pot: 5% is 50,000.
        ppm: u32,
        /// The most it takes.
        cap: Option<i64>,
    },
    /// So much for each hand.
    PerHand(i64),
    /// So much from each player.
    PerPerson(i64),
    /// Two of these or all three; the cap goes with the part of the pot.
    Several {
        /// Millionths of the pot.
        ppm: Option<u32>,
        /// The most it takes.
        cap: Option<i64>,
        /// So much for each hand.
        per_hand: Option<i64>,
        /// So much from each player.
        per_person: Option<i64>,
    },
}

impl Commission {
    /// All its amounts.
    pub(crate) fn amounts(&mut self) -> impl Iterator<Item = &mut i64> {
        let all = match self {
            Commission::Percent { cap, .. } => [cap.as_mut(), None, None],
            Commission::PerHand(amount) | Commission::PerPerson(amount) => [Some(amount), None, None],
            Commission::Several { cap, per_hand, per_person, .. } => {
                [cap.as_mut(), per_hand.as_mut(), per_person.as_mut()]
            }
        };
        all.into_iter().flatten()
    }
}

/// A field that is kept as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherField {
    pub(crate) key: Span,
    pub(crate) value: Span,
}

/// The fields that are texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextField {
    Variant,
    Rulebook,
    Game,
    Structure,
}

impl Hand {
    /// An empty hand, to be read into or built.
    pub fn new() -> Hand {
        Hand::default()
    }

    /// Forgets everything but the buffers.
    pub fn clear(&mut self) {
        *self = Hand {
            antes: emptied(&mut self.antes),
            blinds_or_straddles: emptied(&mut self.blinds_or_straddles),
            starting_stacks: emptied(&mut self.starting_stacks),
            finishing_stacks: emptied(&mut self.finishing_stacks),
            winnings: emptied(&mut self.winnings),
            actions: emptied(&mut self.actions),
            players: emptied(&mut self.players),
            others: emptied(&mut self.others),
            text: {
                self.text.clear();
                std::mem::take(&mut self.text)
            },
            ..Hand::default()
        };
    }

    /// The standard's code of the game: `NT`, `F7S/8`.
    pub fn variant(&self) -> Option<&str> {
        self.word(TextField::Variant)
    }

    /// `_rulebook`: the book that the hand is played by.
    pub fn rulebook(&self) -> Option<&str> {
        self.word(TextField::Rulebook)
    }

    /// `_variant`: the rulebook's name of the game.
    pub fn game(&self) -> Option<&str> {
        self.word(TextField::Game)
    }

    /// `_structure`: how bets are limited.
    pub fn structure(&self) -> Option<&str> {
        self.word(TextField::Structure)
    }

    /// The actions in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The comment on an action of this hand.
    pub fn comment(&self, action: &Action) -> Option<&str> {
        action.comment.map(|comment| comment.of(&self.text))
    }

    /// The text of an action of this hand, for a message: as it was read, or as it would be written.
    pub fn action_text(&self, action: &Action) -> String {
        if !action.text.is_empty() {
            return action.text.of(&self.text).to_owned();
        }
        let mut out = String::new();
        self.write_action(action, &mut out);
        out
    }

    /// Writes an action and its comment.
    pub(crate) fn write_action(&self, action: &Action, out: &mut String) {
        let start = out.len();
        action.act.write(self.scale, out);
        if let Some(comment) = self.comment(action) {
            out.push_str(if out.len() == start { "# " } else { " # " });
            out.push_str(comment);
        }
    }

    /// The names of the players, where the file has them.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &str> {
        self.players.iter().map(|name| name.of(&self.text))
    }

    /// The fields that have no meaning here, in the order of the file: the name, and the value as TOML.
    pub fn others(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.others.iter().map(|other| (other.key.of(&self.text), other.value.of(&self.text)))
    }

    /// The value of such a field, as TOML.
    pub fn other(&self, name: &str) -> Option<&str> {
        self.others().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The file's own number of the hand (`hand`), if it is a number.
    pub fn hand(&self) -> Option<u64> {
        self.other("hand")?.parse().ok()
    }

    /// Sets the standard's code of the game.
    pub fn set_variant(&mut self, code: &str) {
        self.set_word(TextField::Variant, code);
    }

    /// Sets the book that the hand is played by.
    pub fn set_rulebook(&mut self, book: &str) {
        self.set_word(TextField::Rulebook, book);
    }

    /// Sets the rulebook's name of the game.
    pub fn set_game(&mut self, game: &str) {
        self.set_word(TextField::Game, game);
    }

    /// Sets how bets are limited.
    pub fn set_structure(&mut self, structure: &str) {
        self.set_word(TextField::Structure, structure);
    }

    /// Adds an act to the hand.
    pub fn push(&mut self, act: Act) {
        self.actions.push(Action { act, line: 0, text: Span::default(), comment: None });
    }

    /// Adds an act with a comment on it.
    pub fn push_with_comment(&mut self, act: Act, comment: &str) {
        let comment = comment.trim_ascii();
        let comment = (!comment.is_empty()).then(|| text::keep(&mut self.text, comment));
        self.actions.push(Action { act, line: 0, text: Span::default(), comment });
    }

    /// Adds the name of the next player.
    pub fn push_player(&mut self, name: &str) {
        let name = text::keep(&mut self.text, name);
        self.players.push(name);
    }

    /// Sets a field that has no meaning here to a text.
    pub fn set_other_text(&mut self, name: &str, value: &str) {
        let start = self.text.len();
        text::quote(&mut self.text, value);
        let value = Span::new(start, self.text.len());
        self.set_other(name, value);
    }

    /// Sets a field that has no meaning here to a whole number.
    pub fn set_other_number(&mut self, name: &str, value: i64) {
        let value = text::keep(&mut self.text, &value.to_string());
        self.set_other(name, value);
    }

    fn set_other(&mut self, name: &str, value: Span) {
        match self.others.iter().position(|other| other.key.of(&self.text) == name) {
            Some(place) => self.others[place].value = value,
            None => {
                let key = text::keep(&mut self.text, name);
                self.others.push(OtherField { key, value });
            }
        }
    }

    /// Whether all the fields are there that such a hand needs, and fit each other.
    ///
    /// A hand that was read has passed this. Whether its play is legal is another matter.
    pub fn check(&self) -> Result<(), Error> {
        crate::check::check(self)
    }

    pub(crate) fn word(&self, word: TextField) -> Option<&str> {
        self.words[word as usize].map(|span| span.of(&self.text))
    }

    fn set_word(&mut self, word: TextField, value: &str) {
        self.words[word as usize] = Some(text::keep(&mut self.text, value));
    }

    /// Turns all amounts into units of a finer scale; refuses if one gets too large.
    pub(crate) fn refine(&mut self, scale: u8) -> Option<()> {
        let old = std::mem::replace(&mut self.scale, scale);
        let lists = [&mut self.antes, &mut self.blinds_or_straddles, &mut self.winnings];
        let stacks = self.starting_stacks.iter_mut().chain(&mut self.finishing_stacks).flatten();
        let fields = [
            &mut self.bring_in,
            &mut self.small_bet,
            &mut self.big_bet,
            &mut self.min_bet,
            &mut self.max_bet,
            &mut self.chip,
            &mut self.unit,
        ];
        let taken = self.commission.iter_mut().flat_map(Commission::amounts);
        let raises = self.actions.iter_mut().filter_map(|action| match &mut action.act {
            Act::RaiseTo { to, .. } => Some(to),
            _ => None,
        });
        let all = lists.into_iter().flatten().chain(stacks).chain(fields.into_iter().flatten());
        for amount in all.chain(taken).chain(raises) {
            *amount = rescale(*amount, old, scale)?;
        }
        Some(())
    }
}

fn emptied<T>(list: &mut Vec<T>) -> Vec<T> {
    list.clear();
    std::mem::take(list)
}

/// Two hands are equal if they tell the same: amounts by value, actions by what they say, other fields in any order.
impl PartialEq for Hand {
    fn eq(&self, other: &Hand) -> bool {
        if self.scale != other.scale {
            let (coarse, fine) = if self.scale < other.scale { (self, other) } else { (other, self) };
            let mut refined = coarse.clone();
            return refined.refine(fine.scale).is_some() && refined == *fine;
        }
        let acts = |a: &Action, b: &Action| a.act == b.act && self.comment(a) == other.comment(b);
        self.number == other.number
            && self.ante_trimming_status == other.ante_trimming_status
            && self.antes == other.antes
            && self.blinds_or_straddles == other.blinds_or_straddles
            && self.bring_in == other.bring_in
            && self.small_bet == other.small_bet
            && self.big_bet == other.big_bet
            && self.min_bet == other.min_bet
            && self.starting_stacks == other.starting_stacks
            && self.finishing_stacks == other.finishing_stacks
            && self.winnings == other.winnings
            && self.deck == other.deck
            && self.max_bet == other.max_bet
            && self.small_rounds == other.small_rounds
            && self.chip == other.chip
            && self.unit == other.unit
            && self.commission == other.commission
            && [TextField::Variant, TextField::Rulebook, TextField::Game, TextField::Structure]
                .into_iter()
                .all(|word| self.word(word) == other.word(word))
            && self.players().eq(other.players())
            && self.actions.len() == other.actions.len()
            && self.actions.iter().zip(&other.actions).all(|(a, b)| acts(a, b))
            && self.others.len() == other.others.len()
            && self.others().all(|(name, value)| other.other(name) == Some(value))
    }
}

impl Eq for Hand {}
