//! A table as somebody sees it.

use super::actions::{Blocked, PlayerAction, actions};
use super::fair::CommitmentView;
use super::hand::{Face, down, in_words, open};
use super::leaving::LeavingView;
use super::meter::MeterView;
use super::notice::NoticeView;
use crate::absences::{AbsenceNote, Deemed};
use crate::table_feed::{PastRound, TableFeed, WagerOutcome, lying};
use crate::wire::{Dollars, PlaceNumber};
use cards::{Card, CardId};
use engine::banked::{Hand, Holder, Phase, Settled, SettledWager, Table};
use engine::{Moment, PatronId, Sign, TableNumber};
use floor::table::DealingMode;
use floor::{BankedTable, TableName, words};
use money::Money;
use rulebook::{HandOf, Place};
use serde::Serialize;

/// With whose eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Eyes {
    Spectator,
    /// A patron, seated here or not.
    Patron(PatronId),
    /// Staff, inspectors and surveillance see no more cards than a spectator, but who sits where.
    Staff,
}

/// A table as somebody sees it.
#[derive(Clone, Debug, Serialize)]
pub struct TableView {
    pub table: TableNumber,
    pub book: String,
    pub game: String,
    pub game_name: String,
    pub mode: &'static str,
    pub phase: &'static str,
    pub phase_words: &'static str,
    /// The step of the game at which players decide.
    pub step: Option<String>,
    pub round: u64,
    pub version: u64,
    /// The round on the felt is over; the next has not begun.
    pub over: bool,
    pub sign: Option<SignView>,
    /// What will change, and when.
    pub announced: Vec<NoticeView>,
    pub meter: Option<MeterView>,
    pub link: &'static str,
    /// The commitment to the deck of the next or present deal.
    pub commitment: Option<String>,
    /// What that deal is made from: the commitment and the players' seeds.
    pub fair: Option<CommitmentView>,
    pub dealer: HandView,
    pub qualifies: Option<bool>,
    pub board: Vec<Face>,
    pub jackpot_cards: Vec<Face>,
    pub seats: Vec<SeatView>,
    /// The own place.
    pub me: Option<u8>,
    pub actions: Vec<PlayerAction>,
    /// What the viewer was last refused when asking for a place or for chips.
    pub refused: Option<Blocked>,
    pub leaving: Option<LeavingView>,
    pub out_of_hours: Option<Blocked>,
    /// What was done in place of the viewer while away, until they act or put it away.
    pub absences: Vec<AbsenceView>,
    /// How long a player may take over a decision before they count as absent: the clock on the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision_seconds: Option<u64>,
    pub log: Vec<LineView>,
    pub history: Vec<PastRoundView>,
    /// Seats that have said that they are ready, as the automatic dealer knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<AutoDealerView>,
}

/// Cards with their words.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HandView {
    pub cards: Vec<Face>,
    pub words: Option<String>,
}

/// A place.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    pub place: u8,
    pub taken: bool,
    pub mine: bool,
    /// The place of the player whose blind hand is here.
    pub blind_of: Option<u8>,
    /// Only staff are told the number.
    pub patron: Option<PatronId>,
    pub name: String,
    pub bot: bool,
    pub chips: Option<Dollars>,
    pub hand: HandView,
    /// live, folded, gone.
    pub state: &'static str,
    pub to_decide: bool,
    pub spots: Vec<SpotView>,
    pub net: Option<Dollars>,
    /// For the player alone: the loss limit leaves less than the wagers that follow take.
    pub limit_short: Option<LimitShortView>,
}

/// A loss limit that is too small for the wagers that follow.
#[derive(Clone, Debug, Serialize)]
pub struct LimitShortView {
    /// What it leaves.
    pub left: Dollars,
    /// What the wagers that follow take at least.
    pub needed: Dollars,
    /// Why the player is told.
    pub clause: String,
}

/// A betting spot.
#[derive(Clone, Debug, Serialize)]
pub struct SpotView {
    pub wager: String,
    pub name: String,
    pub kind: &'static str,
    pub stake: Option<Dollars>,
    pub result: Option<ResultView>,
    /// How many wagers of the place were settled before it: the book's order.
    #[serde(skip)]
    pub turn: Option<usize>,
}

/// What became of a wager.
#[derive(Clone, Debug, Serialize)]
pub struct ResultView {
    pub result: &'static str,
    pub staked: Dollars,
    pub paid: Dollars,
    pub returned: Dollars,
    pub clause: String,
}

impl ResultView {
    /// A wager as it was settled, by a clause.
    pub fn new(settled: &SettledWager, clause: String) -> ResultView {
        ResultView {
            result: settled.result.word(),
            staked: Dollars(settled.staked),
            paid: Dollars(settled.paid),
            returned: Dollars(settled.returned),
            clause,
        }
    }
}

/// What the sign shows.
#[derive(Clone, Debug, Serialize)]
pub struct SignView {
    pub seats: u8,
    pub limits: Vec<LimitView>,
    pub multiples: Vec<Vec<u32>>,
    pub paytables: Vec<(String, String)>,
    /// Amounts that are wagered are multiples of it.
    pub smallest_chip: Dollars,
    pub jackpot_cost: Option<Dollars>,
}

/// The limits of a wager.
#[derive(Clone, Debug, Serialize)]
pub struct LimitView {
    pub wager: String,
    pub name: String,
    pub min: Option<Dollars>,
    pub max: Option<Dollars>,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    pub version: u64,
    pub what: String,
    pub clause: String,
}

/// What was done in place of a player who was away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbsenceView {
    pub round: u64,
    pub place: u8,
    /// checked, folded, ante-folded, given-back.
    pub deemed: &'static str,
    /// The wager that was given back.
    pub wager: Option<String>,
    pub amount: Option<Dollars>,
    pub clause: String,
    pub reading: Option<String>,
}

impl AbsenceView {
    /// A note as its player reads it.
    pub fn of(note: &AbsenceNote) -> AbsenceView {
        let (wager, amount) = match &note.deemed {
            Deemed::GivenBack(wager, amount) => (Some(wager.clone()), Some(Dollars(*amount))),
            _ => (None, None),
        };
        AbsenceView {
            round: note.round,
            place: PlaceNumber::of(note.seat).0,
            deemed: note.deemed.word(),
            wager,
            amount,
            clause: note.clause.clone(),
            reading: note.reading.clone(),
        }
    }
}

/// A past round of the viewer.
#[derive(Clone, Debug, Serialize)]
pub struct PastRoundView {
    pub round: u64,
    pub net: Option<Dollars>,
    pub staked: Option<Dollars>,
}

/// What the automatic dealer waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AutoDealerView {
    /// When it goes on by itself, in milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// Whether the viewer can say that they are ready.
    pub may_be_ready: bool,
    pub ready: bool,
}

/// Names of patrons who play by themselves.
pub type BotNames<'n> = &'n dyn Fn(PatronId) -> Option<String>;

impl TableView {
    /// A table as it is seen with somebody's eyes.
    pub fn of(
        name: &TableName,
        machine: &BankedTable,
        tale: &TableFeed,
        eyes: Eyes,
        now: Moment,
        bots: BotNames<'_>,
    ) -> TableView {
        let game = machine.game.game();
        let (felt, felt_patrons) = tale.felt();
        let state = &tale.state;
        let over = tale.over.is_some();
        let mine = match eyes {
            Eyes::Patron(own) => state.patrons.iter().position(|patron| *patron == Some(own)),
            _ => None,
        };
        // Cards on a felt that lies from the last round are those of who sat there then.
        let held = match eyes {
            Eyes::Patron(own) => felt_patrons.iter().position(|patron| *patron == Some(own)),
            _ => None,
        };
        let look = TableViewBuilder { machine, tale, felt, held, over };
        let places = state.game.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
        let seats = (0..places).map(|at| look.seat(at, (eyes, mine), bots)).collect();
        let step = match state.game.phase {
            Phase::Deciding(step) => game.step.get(usize::from(step)).map(|step| step.name.clone()),
            _ => None,
        };
        TableView {
            table: name.number,
            book: name.book.clone(),
            game: name.game.clone(),
            game_name: game.name.clone(),
            mode: match state.mode {
                Some(DealingMode::Virtual) => "virtual",
                Some(DealingMode::Live) => "live",
                None => "none",
            },
            phase: phase(state.game.phase),
            phase_words: words::phase(&state.game),
            step,
            round: state.game.rounds,
            version: tale.version,
            over,
            sign: state.game.sign.as_deref().map(|sign| sign_view(machine, sign)),
            announced: NoticeView::all((machine.game.book(), game), &state.game, now),
            meter: None,
            link: state.link.word(),
            commitment: state.deck_of_round().map(|deck| store::Hash(deck.root.0).to_string()),
            fair: CommitmentView::of(name, machine, state, eyes),
            dealer: look.dealer(),
            qualifies: tale.qualifies,
            board: look.board(),
            jackpot_cards: look.jackpot_cards(),
            seats,
            me: mine.and_then(|at| u8::try_from(at + 1).ok()),
            actions: match (eyes, mine) {
                (Eyes::Patron(own), Some(at)) => actions(machine, state, (own, at), now),
                _ => Vec::new(),
            },
            refused: match eyes {
                Eyes::Patron(own) => tale.refused.get(&own),
                _ => None,
            }
            .map(|(why, clause)| Blocked { why: why.clone(), clause: clause.clone() }),
            leaving: match eyes {
                Eyes::Patron(own) => {
                    tale.removals.get(&own).map(|order| order.view(machine.game.book(), mine.is_some()))
                }
                _ => None,
            },
            out_of_hours: None,
            absences: match eyes {
                Eyes::Patron(own) => tale.absences.unseen(own).map(AbsenceView::of).collect(),
                _ => Vec::new(),
            },
            decision_seconds: None,
            log: (tale.lines.iter())
                .map(|line| LineView {
                    version: line.version,
                    what: line.what.clone(),
                    clause: line.clause.clone(),
                })
                .collect(),
            history: tale.history.iter().map(|past| past_view(past, eyes)).collect(),
            pace: None,
        }
    }

    /// No round begins now: what could be laid cannot, and the reason stands there. A round under way goes on.
    pub(crate) fn close_hours(&mut self, closed: &Blocked, is_player: bool) {
        if self.phase != "betting" {
            return;
        }
        self.out_of_hours = Some(closed.clone());
        for action in &mut self.actions {
            if let PlayerAction::Wager(spot) = action {
                (spot.add, spot.blocked) = (None, Some(closed.clone()));
            }
        }
        if is_player {
            self.refused.get_or_insert_with(|| closed.clone());
        }
    }
}

/// What lies on a felt, for one who looks.
struct TableViewBuilder<'t> {
    machine: &'t BankedTable,
    tale: &'t TableFeed,
    felt: &'t Table,
    /// The place at which the viewer holds cards.
    held: Option<usize>,
    over: bool,
}

impl TableViewBuilder<'_> {
    fn limit_short(&self, at: usize) -> Option<LimitShortView> {
        let book = self.machine.game.book();
        let (left, needed) = self.machine.game.limit_short(&self.tale.state.game, at)?;
        let clause = book.label(book.house.patrons.limit_warning).to_string();
        Some(LimitShortView { left: Dollars(left), needed: Dollars(needed), clause })
    }

    fn seat(&self, at: usize, (eyes, mine): (Eyes, Option<usize>), bots: BotNames<'_>) -> SeatView {
        let game = self.machine.game.game();
        let state = &self.tale.state;
        let now = &state.game.seats[at];
        let lies = &self.felt.seats[at];
        let patron = state.patrons[at];
        let bot = patron.and_then(bots);
        let name = match (&bot, eyes, patron) {
            _ if mine == Some(at) => String::new(),
            (Some(name), ..) => name.clone(),
            (None, Eyes::Staff, Some(number)) => format!("Patron {number}"),
            _ => String::new(),
        };
        let spots = game.wager.iter().enumerate();
        let spots = spots.filter(|(_, rules)| rules.place != Place::Jackpot || self.offers_jackpot());
        let spots = spots.map(|(wager, rules)| (wager, rules, self.outcome(at, wager)));
        let spots = spots.map(|(wager, rules, outcome)| SpotView {
            wager: rules.on.clone(),
            name: rules.name.clone(),
            kind: match rules.place {
                Place::First => "first",
                Place::Jackpot => "jackpot",
                Place::Later => "later",
                Place::Bonus => "bonus",
            },
            stake: Some(now.stakes[wager])
                .filter(|stake| !stake.is_zero() && !now.is_settled(wager))
                .map(Dollars),
            result: outcome.map(|(_, outcome)| ResultView::new(&outcome.settled, outcome.clause.clone())),
            turn: outcome.map(|(turn, _)| turn),
        });
        let outcomes = || self.tale.outcomes.iter().filter(|outcome| outcome.settled.seat == at);
        SeatView {
            place: at as u8 + 1,
            taken: now.taken,
            mine: mine == Some(at) || now.blind_of.is_some_and(|of| mine == Some(usize::from(of))),
            blind_of: now.blind_of.map(|of| of + 1),
            patron: patron.filter(|_| eyes == Eyes::Staff),
            name,
            bot: bot.is_some(),
            chips: patron.map(|_| Dollars(state.rack(at as u8))),
            hand: self.hand(at),
            state: match lies.hand {
                Hand::None => "none",
                Hand::Live => "live",
                Hand::Folded { .. } | Hand::Conceded => "folded",
                Hand::Gone => "gone",
            },
            to_decide: matches!(state.game.phase, Phase::Deciding(_))
                && now.hand == Hand::Live
                && !now.decided,
            spots: spots.collect(),
            net: outcomes().next().map(|_| Dollars(outcomes().map(|outcome| outcome.settled.net()).sum())),
            limit_short: self.limit_short(at).filter(|_| mine == Some(state.game.owner(at))),
        }
    }

    fn offers_jackpot(&self) -> bool {
        let sign = self.tale.state.game.sign.as_ref();
        sign.is_some_and(|sign| sign.offers_jackpot(self.machine.game.game()))
    }

    /// What became of a wager, and how many of its place came before.
    fn outcome(&self, at: usize, wager: usize) -> Option<(usize, &WagerOutcome)> {
        let own = self.tale.outcomes.iter().filter(|outcome| outcome.settled.seat == at);
        own.enumerate().filter(|(_, outcome)| outcome.settled.wager == wager).last()
    }

    /// Whether the viewer's own cards lie there: at the own place, or at a blind hand once it is declared.
    fn is_own(&self, at: usize) -> bool {
        self.held == Some(at)
    }

    fn hand(&self, at: usize) -> HandView {
        let seat = &self.felt.seats[at];
        if !seat.taken && !self.over || seat.held == 0 {
            return HandView::default();
        }
        let held = lying(&*seat.cards, seat.held);
        let known = self.felt.is_known(Holder::Seat(at as u8), held.len());
        let seen = known && (self.is_own(at) || self.tale.declared & 1 << at != 0);
        if !seen {
            return HandView { cards: down(held.len()), words: None };
        }
        let game = self.machine.game.game();
        let mut all: Vec<Card> = held.iter().map(|id| id.card()).collect();
        if game.wager[0].hand == HandOf::OwnAndBoard {
            all.extend(self.shown_board().iter().map(|id| id.card()));
        }
        HandView { cards: open(held), words: in_words(game.order(game.wager[0].order), &all) }
    }

    fn shown_board(&self) -> &[CardId] {
        let shown = lying(&*self.felt.board, self.felt.board_shown.min(self.felt.board_dealt));
        // A real card that was turned up and not recorded yet takes those before it off nobody's table.
        let known = (0..=shown.len()).rev().find(|&cards| self.felt.is_known(Holder::Board, cards));
        &shown[..known.unwrap_or(0)]
    }

    fn board(&self) -> Vec<Face> {
        let shown = self.shown_board();
        let rest = usize::from(self.felt.board_dealt).saturating_sub(shown.len());
        [open(shown), down(rest)].concat()
    }

    /// Whether one card of a holder is known: dealt by the system, or recorded.
    fn is_read(&self, of: Holder, at: usize) -> bool {
        let Some(live) = &self.felt.live else { return true };
        live.iter().any(|read| read.of == of && usize::from(read.at) == at && read.card.is_some())
    }

    fn jackpot_cards(&self) -> Vec<Face> {
        let cards = lying(&*self.felt.jackpot_cards, self.felt.jackpot_held);
        let seen = self.tale.jackpot_cards && self.felt.is_known(Holder::JackpotCards, cards.len());
        if seen { open(cards) } else { down(cards.len()) }
    }

    fn dealer(&self) -> HandView {
        let cards = lying(&*self.felt.dealer, self.felt.dealer_held);
        let game = self.machine.game.game();
        if self.felt.dealer_shown && self.felt.is_known(Holder::Dealer, cards.len()) {
            let mut all: Vec<Card> = cards.iter().map(|id| id.card()).collect();
            if game.wager[0].hand == HandOf::OwnAndBoard {
                all.extend(self.shown_board().iter().map(|id| id.card()));
            }
            let words = in_words(game.order(game.wager[0].order), &all);
            return HandView { cards: open(cards), words };
        }
        let mut faces = down(cards.len());
        let up = usize::from(self.felt.up_card);
        // A real card is shown when it is turned, and known here when it has been recorded.
        if self.tale.up && up < cards.len() && self.is_read(Holder::Dealer, up) {
            faces[up] = Face::Up(cards[up].card());
        }
        HandView { cards: faces, words: None }
    }
}

fn past_view(past: &PastRound, eyes: Eyes) -> PastRoundView {
    let seat = match eyes {
        Eyes::Patron(own) => past.patrons.iter().position(|patron| *patron == Some(own)),
        _ => None,
    };
    let mine = |outcome: &&WagerOutcome| Some(outcome.settled.seat) == seat;
    let played = past.outcomes.iter().any(|outcome| mine(&outcome));
    let sum = |of: fn(&WagerOutcome) -> Money| past.outcomes.iter().filter(mine).map(of).sum::<Money>();
    let staked = |outcome: &WagerOutcome| match outcome.settled.result {
        Settled::Carried => Money::ZERO,
        _ => outcome.settled.staked,
    };
    PastRoundView {
        round: past.number,
        net: played.then(|| Dollars(sum(|outcome| outcome.settled.net()))),
        staked: played.then(|| Dollars(sum(staked))),
    }
}

fn sign_view(machine: &BankedTable, sign: &Sign) -> SignView {
    let game = machine.game.game();
    let limits = game.wager.iter().enumerate().filter(|(_, rules)| rules.place == Place::First);
    let limits = limits.map(|(at, rules)| LimitView {
        wager: rules.on.clone(),
        name: rules.name.clone(),
        min: sign.limits.min[at].map(Dollars),
        max: sign.limits.max[at].map(Dollars),
    });
    SignView {
        seats: sign.seats,
        limits: limits.collect(),
        multiples: sign.multiples.iter().filter(|stage| !stage.is_empty()).cloned().collect(),
        paytables: sign.paytables.clone(),
        smallest_chip: Dollars(sign.smallest_chip),
        jackpot_cost: sign
            .jackpot
            .as_ref()
            .filter(|_| sign.offers_jackpot(game))
            .map(|jackpot| Dollars(jackpot.wager)),
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Closed => "closed",
        Phase::Betting => "betting",
        Phase::Locked => "locked",
        Phase::Deciding(_) => "deciding",
        Phase::Showdown => "showdown",
        Phase::Awards => "awards",
    }
}
