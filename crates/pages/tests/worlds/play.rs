//! A round in both worlds at once: the same people say the same things, chosen by chance from what they may know.

use cards::CardId;
use engine::banked::{Decision, DecisionKind, Holder, LiveCard, Offer, Phase, Table};
use floor::demo::Chance;
use floor::table::DealingMode;
use money::Money;
use rulebook::Place;
use server::wire::{Dollars, PlaceNumber, TableCommand};
use std::collections::VecDeque;

use crate::worlds::cards_of::Arranged;
use crate::worlds::legal::Watcher;
use crate::worlds::world::{Setting, Viewer, World};

/// Something that somebody says; cards that are read differ between the worlds.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) by: Viewer,
    pub(crate) say: [TableCommand; 2],
}

impl Move {
    pub(crate) fn new(by: Viewer, say: TableCommand) -> Move {
        Move { by, say: [say.clone(), say] }
    }
}

/// How a round is played.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plan {
    /// Lays the first wager alone and gives up as soon as that can be done.
    pub(crate) folder: Option<usize>,
    /// A shoe reads every card as it leaves; otherwise hands are recorded at the showdown.
    pub(crate) shoe_reads: bool,
    /// The first player plays a blind hand besides.
    pub(crate) blind: bool,
}

pub(crate) struct Pair {
    pub(crate) setting: Setting,
    pub(crate) worlds: [World; 2],
    pub(crate) watchers: [Watcher; 2],
    /// Where a person deals.
    pub(crate) cards: Option<[Arranged; 2]>,
    pub(crate) plan: Plan,
    pub(crate) chance: Chance,
    pub(crate) ids: Chance,
    moves: VecDeque<Move>,
    betting: u32,
    settles: bool,
}

fn place_of(seat: usize) -> Option<PlaceNumber> {
    Some(PlaceNumber::of(seat))
}

impl Pair {
    pub(crate) fn new(setting: Setting, keys: [[u8; 32]; 2], plan: Plan, seed: u64) -> Pair {
        Pair {
            setting,
            worlds: keys.map(|key| World::new(setting, key)),
            watchers: Default::default(),
            cards: None,
            plan,
            chance: Chance::new(seed),
            ids: Chance::new(seed ^ 0xffff_0000_0000),
            moves: VecDeque::new(),
            betting: 0,
            settles: false,
        }
    }

    /// Whether a viewer may tell the worlds apart.
    pub(crate) fn differ_for(&self, viewer: Viewer) -> bool {
        self.watchers[0].known(viewer) != self.watchers[1].known(viewer)
    }

    /// The same at one page: from the showdown of real cards on, hands lie open before the dealer, and the console says what
    /// to take and to pay.
    pub(crate) fn differ_at(&self, viewer: Viewer, path: &str) -> bool {
        let turned = self.setting.mode == DealingMode::Live && self.watchers[0].hands_are_turned();
        self.differ_for(viewer) || turned && path.starts_with("/dealer/")
    }

    pub(crate) fn phase(&self) -> Phase {
        self.worlds[0].with_state(|state| state.game.phase)
    }

    /// Rounds that were played to their end, in the first world.
    pub(crate) fn rounds(&self) -> u64 {
        self.worlds[0].with_state(|state| state.sheet.rounds)
    }

    /// Does something in both worlds and follows what it led to.
    pub(crate) fn step<T>(&mut self, mut act: impl FnMut(usize, &World) -> T) -> [T; 2] {
        let mut both = [0, 1].map(|at| {
            let world = &self.worlds[at];
            let before = world.with_state(|state| state.game.clone());
            let answer = act(at, world);
            let after = world.with_state(|state| state.game.clone());
            self.watchers[at].hear(&before, &after, &world.listen());
            Some(answer)
        });
        if self.phase() != Phase::Betting {
            self.betting = 0;
        }
        [0, 1].map(|at| both[at].take().unwrap())
    }

    /// What is said next; nothing once only a prize is waited for.
    pub(crate) fn next(&mut self) -> Option<Move> {
        if self.moves.is_empty() {
            self.think();
        }
        self.moves.pop_front()
    }

    fn think(&mut self) {
        match self.phase() {
            Phase::Closed => panic!("the table is not open"),
            Phase::Betting => self.bet(),
            Phase::Locked => self.deal(),
            Phase::Deciding(_) => self.decide(),
            Phase::Showdown => self.settle(),
            Phase::Awards => {}
        }
    }

    fn say(&mut self, by: Viewer, say: TableCommand) {
        self.moves.push_back(Move::new(by, say));
    }

    fn deal(&mut self) {
        self.settles = false;
        if self.setting.mode == DealingMode::Virtual {
            return self.say(Viewer::Dealer, TableCommand::Deal {});
        }
        for say in [
            TableCommand::CheckCards {},
            TableCommand::Shuffle {},
            TableCommand::Cut {},
            TableCommand::DealLive {},
        ] {
            self.say(Viewer::Dealer, say);
        }
    }

    /// The same offers in both worlds: what can be pressed tells nothing.
    fn offers(&self, seat: usize) -> Vec<Offer> {
        let [one, other] = [0, 1].map(|at| self.worlds[at].offers(seat));
        if !self.differ_for(Viewer::Seat(seat)) {
            assert_eq!(format!("{one:?}"), format!("{other:?}"), "what place {} may do", seat + 1);
        }
        one
    }

    fn bet(&mut self) {
        self.betting += 1;
        match self.betting {
            // Some wagers are offered when others lie there.
            1..=4 => (0..self.setting.seats).for_each(|seat| self.lay(seat)),
            5 => self.say(Viewer::Dealer, TableCommand::NoMoreBets {}),
            6 => self.deal(),
            _ => {
                let id = self.ids.id();
                let why = self.worlds[0].give(id, Viewer::Dealer, &TableCommand::NoMoreBets {});
                panic!("{:?}: wagers are not closed: {why}", self.setting)
            }
        }
        if self.moves.is_empty() {
            self.bet();
        }
    }

    fn lay(&mut self, seat: usize) {
        let desk = self.worlds[0].desk();
        let game = desk.machine().game.game();
        for offer in self.offers(seat) {
            match offer {
                Offer::Place { seat: at, wager, from, to, .. } => {
                    let rules = &game.wager[wager];
                    // What must equal the first wager is laid once that lies there.
                    let ante = self.worlds[0].with_state(|state| state.game.seats[at].stakes[0]);
                    if rules.equals.is_some() && ante.is_zero() {
                        continue;
                    }
                    let must = wager == 0 || rules.equals.is_some();
                    let wants = self.plan.folder != Some(seat) && self.chance.below(3) > 0;
                    let more = Money::from_cents(500 * self.chance.below(3) as i64);
                    let free = rules.place == Place::First && rules.equals.is_none();
                    let amount = match rules.equals.is_some() {
                        true => ante,
                        false if free && from + more <= to => from + more,
                        false => from,
                    };
                    if must || wants {
                        let (wager, seat) = (rules.on.clone(), place_of(at));
                        let place = TableCommand::Place { wager, amount: Dollars(amount), seat };
                        self.moves.push_back(Move::new(Viewer::Seat(self.owner(at)), place));
                    }
                }
                Offer::Exactly(engine::banked::Command::Sit { seat: at, blind_of: Some(of), .. })
                    if of == seat && seat == 0 && self.plan.blind =>
                {
                    self.plan.blind = false;
                    self.say(Viewer::Seat(0), TableCommand::SitBlind { seat: PlaceNumber::of(at), of: None });
                }
                _ => {}
            }
        }
    }

    fn owner(&self, at: usize) -> usize {
        let of = self.worlds[0].with_state(|state| state.game.seats[at].blind_of);
        of.map_or(at, usize::from)
    }

    fn decide(&mut self) {
        if self.setting.mode == DealingMode::Live && self.read(|_, shown| shown) {
            return;
        }
        for seat in 0..self.setting.seats {
            let mut choices = Vec::new();
            let mut folds = None;
            for offer in self.offers(seat) {
                let (at, decision, amount) = match offer {
                    Offer::Bet { seat: at, from, only, .. } => {
                        let amounts = if only.is_empty() { vec![from] } else { only };
                        let amount = amounts[self.chance.below(amounts.len())];
                        // What most people do is done most.
                        choices.extend([(at, DecisionKind::Bet, Some(Dollars(amount))); 2]);
                        (at, DecisionKind::Bet, Some(Dollars(amount)))
                    }
                    Offer::Exactly(engine::banked::Command::Decide { seat: at, decision }) => {
                        match decision {
                            Decision::Check => (at, DecisionKind::Check, None),
                            Decision::Fold => {
                                folds = Some((at, DecisionKind::Fold, None));
                                (at, DecisionKind::Fold, None)
                            }
                            _ => continue,
                        }
                    }
                    _ => continue,
                };
                choices.push((at, decision, amount));
            }
            if choices.is_empty() {
                continue;
            }
            let stays = |choice: &(usize, DecisionKind, _)| choice.1 == DecisionKind::Check;
            let chosen = match (self.plan.folder == Some(seat), folds) {
                (true, Some(fold)) => fold,
                (true, None) => choices.iter().copied().find(stays).unwrap_or(choices[0]),
                _ => choices[self.chance.below(choices.len())],
            };
            let (at, decision, amount) = chosen;
            return self
                .say(Viewer::Seat(seat), TableCommand::Decide { decision, amount, seat: place_of(at) });
        }
        self.say(Viewer::Dealer, TableCommand::Proceed {});
    }

    /// Records real cards that were read: all that left the shoe, or those that are chosen. Whether there are any.
    fn read(&mut self, wanted: impl Fn(Holder, bool) -> bool) -> bool {
        let unread: Vec<(Holder, u8, bool)> = self.worlds[0].with_state(|state| {
            let table: &Table = &state.game;
            let lies = |read: &&LiveCard| read.card.is_none();
            let shown = |read: &LiveCard| read.of == Holder::Board && read.at < table.board_shown;
            let unread = table.live.iter().flatten().filter(lies);
            unread.map(|read| (read.of, read.at, shown(read))).collect()
        });
        let Some(cards) = &self.cards else { return false };
        let named = |at: usize, of: Holder, place: u8| cards[at][&(of, place)].card().to_string();
        let mut moves: Vec<Move> = Vec::new();
        if self.plan.shoe_reads {
            moves.extend(unread.iter().map(|&(of, place, _)| Move {
                by: Viewer::Dealer,
                say: [0, 1].map(|at| TableCommand::RecordNext { card: named(at, of, place) }),
            }));
        } else {
            let mut holders: Vec<Holder> = Vec::new();
            for &(of, _, shown) in &unread {
                if of != Holder::Burn && wanted(of, shown) && !holders.contains(&of) {
                    holders.push(of);
                }
            }
            for of in holders {
                let places = || unread.iter().filter(|read| read.0 == of && wanted(of, read.2));
                let all =
                    |at: usize| places().map(|read| named(at, of, read.1)).collect::<Vec<_>>().join(" ");
                let from = usize::from(places().next().unwrap().1);
                let say = [0, 1].map(|at| TableCommand::RecordCards { of, cards: all(at), from, why: None });
                moves.push(Move { by: Viewer::Dealer, say });
            }
        }
        let some = !moves.is_empty();
        self.moves.extend(moves);
        some
    }

    fn settle(&mut self) {
        if self.setting.mode == DealingMode::Live && self.read(|_, _| true) {
            return;
        }
        if !self.settles && self.chance.below(3) == 0 {
            // One hand by itself before the others, where the book lets it.
            let seat = PlaceNumber::of(self.chance.below(self.setting.seats));
            self.say(Viewer::Dealer, TableCommand::SettleHand { seat });
        }
        self.settles = true;
        self.say(Viewer::Dealer, TableCommand::Settle {});
    }

    /// The cards that lie face down for everybody, in one world: for leaks that a test plants.
    pub(crate) fn hand(&self, world: usize, seat: usize) -> Vec<CardId> {
        self.worlds[world].with_state(|state| {
            let found = &state.game.seats[seat];
            found.cards[..usize::from(found.held)].to_vec()
        })
    }
}

/// Plays to the showdown with everybody staying in.
pub(crate) fn stay_in(world: &World) {
    let mut ids = Chance::new(0x57a1);
    let mut give = |by, say: TableCommand| world.give(ids.id(), by, &say);
    for _ in 0..100 {
        let phase = world.with_state(|state| state.game.phase);
        let mut acted = false;
        for seat in 0..crate::worlds::cards_of::SEARCHED {
            for offer in world.offers(seat) {
                let say = match offer {
                    Offer::Place { seat, wager, from, .. } => {
                        let desk = world.desk();
                        let rules = &desk.machine().game.game().wager[wager];
                        if wager != 0 && rules.equals.is_none() {
                            continue;
                        }
                        let wager = rules.on.clone();
                        TableCommand::Place { wager, amount: Dollars(from), seat: place_of(seat) }
                    }
                    Offer::Bet { seat, from, only, .. } => {
                        let amount = Some(Dollars(only.iter().copied().min().unwrap_or(from)));
                        TableCommand::Decide { decision: DecisionKind::Bet, amount, seat: place_of(seat) }
                    }
                    _ => continue,
                };
                acted = true;
                give(Viewer::Seat(seat), say);
            }
        }
        match phase {
            Phase::Showdown => return,
            _ if acted => {}
            Phase::Betting => {
                give(Viewer::Dealer, TableCommand::NoMoreBets {});
                give(Viewer::Dealer, TableCommand::Deal {});
            }
            Phase::Locked => drop(give(Viewer::Dealer, TableCommand::Deal {})),
            _ => drop(give(Viewer::Dealer, TableCommand::Proceed {})),
        }
    }
    panic!("{:?} does not come to the showdown", world.table);
}
