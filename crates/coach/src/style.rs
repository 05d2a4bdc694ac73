//! Patrons who play by themselves: best play, and the mistakes that one sees at tables. They choose among what is offered.

use crate::cache::Coach;
use crate::draws::has_pair;
use crate::sight::set;
use cards::{CardSet, Rank};
use engine::banked::{Banked, Command, Decision, Offer, Phase, Table};
use money::Money;
use odds::Choice;
use rulebook::{Medium, Place, Variant};
use simulate::{Decide, decide_by_rule, strategies};

/// How a patron plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The exact best choice.
    Best,
    /// The rules of thumb that players learn.
    Regular,
    /// Stays in with anything, for the least.
    NeverFolds,
    /// Gives up whatever is no pair, and never stakes more than the least.
    Timid,
    /// Goes by aces and faces.
    Hunch,
    /// Stakes the most that may be staked.
    Raiser,
    /// Lays something on every side wager and on the jackpot, and plays by the rules of thumb.
    Sidebetter,
}

/// What a style would like; what is offered decides.
#[derive(Clone, Copy)]
enum Wish {
    Out,
    Stay,
    Stake(Money),
    Most,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 7] = [
        Style::Best,
        Style::Regular,
        Style::NeverFolds,
        Style::Timid,
        Style::Hunch,
        Style::Raiser,
        Style::Sidebetter,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Best => "best",
            Style::Regular => "regular",
            Style::NeverFolds => "never-folds",
            Style::Timid => "timid",
            Style::Hunch => "hunch",
            Style::Raiser => "raiser",
            Style::Sidebetter => "sidebetter",
        }
    }

    /// The style of a patron with this number: the same number plays the same way.
    pub fn of(number: u64) -> Style {
        // The bits of small numbers are spread, so that neighbours differ.
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Style::ALL[(spread % Style::ALL.len() as u64) as usize]
    }

    /// The next first wager of a seat; none when it has laid all that it wants. It is asked again after each, since what
    /// is offered changes. `unit` is what the patron likes to stake; `chance` stays the same through a round.
    pub fn next_wager(
        self,
        game: &Variant,
        (table, seat): (&Table, usize),
        offers: &[Offer],
        unit: Money,
        chance: u64,
    ) -> Option<Command> {
        let held = &table.seats.get(seat)?.stakes;
        let lay = |offer: &Offer| {
            let Offer::Place { seat: at, wager, from, to, .. } = offer else { return None };
            let rules = game.wager.get(*wager)?;
            if *at != seat || !held[*wager].is_zero() || !self.wants(game, *wager, chance) {
                return None;
            }
            let equals = rules.equals.as_ref().and_then(|equals| game.wager(&equals.value));
            let amount = match equals {
                // What must equal another wager waits for it.
                Some(other) if held[other].is_zero() => return None,
                Some(other) => held[other],
                None if rules.place == Place::Jackpot => *from,
                None if *wager == 0 => self.ante(unit, chance),
                None => unit,
            };
            let within = (amount.max(*from)).min(*to);
            let fits = equals.is_none() || within == amount;
            let place = Command::Place {
                seat,
                wager: *wager,
                amount: within,
                medium: Medium::Chips,
                proxy: false,
                checked: true,
            };
            (fits && within > Money::ZERO && offer.admits(&place)).then_some(place)
        };
        offers.iter().find_map(lay)
    }

    /// All first wagers of a seat, one after another: what each step offers is asked for.
    pub fn first_wagers(
        self,
        game: &Variant,
        (table, seat): (&Table, usize),
        unit: Money,
        chance: u64,
        mut offers: impl FnMut(&[Command]) -> Vec<Offer>,
    ) -> Vec<Command> {
        let mut table = table.clone();
        let mut laid: Vec<Command> = Vec::new();
        while let Some(next) = self.next_wager(game, (&table, seat), &offers(&laid), unit, chance) {
            if let Command::Place { wager, amount, .. } = next {
                table.seats[seat].stakes[wager] = amount;
            }
            laid.push(next);
        }
        laid
    }

    /// Whether it lays something on a spot. The Ante, and what must equal it, always.
    fn wants(self, game: &Variant, wager: usize, chance: u64) -> bool {
        let rules = &game.wager[wager];
        if wager == 0 || rules.equals.is_some() {
            return true;
        }
        let once_in = |times: u64| (chance >> (8 + 4 * wager as u64)).is_multiple_of(times);
        match self {
            Style::Best => false,
            Style::Sidebetter => true,
            Style::Timid => once_in(8),
            Style::Regular | Style::Raiser => once_in(4),
            Style::NeverFolds | Style::Hunch => once_in(2),
        }
    }

    /// The Ante: some stake more after their moods.
    fn ante(self, unit: Money, chance: u64) -> Money {
        let times = match self {
            Style::Best | Style::Timid => 1,
            Style::Regular | Style::NeverFolds | Style::Sidebetter => 1 + (chance % 8 / 6) as i64,
            Style::Hunch => 1 + (chance % 3) as i64,
            Style::Raiser => 1 + (chance % 4) as i64,
        };
        unit.checked_mul(times).unwrap_or(unit)
    }

    /// The decision of a seat among what it is offered; none where no decision is.
    ///
    /// Best play asks the coach; without one, or where the coach has nothing to say, it plays as a regular.
    pub fn decide(
        self,
        (machine, coach): (&Banked<'_>, Option<&Coach>),
        (table, seat): (&Table, usize),
        offers: &[Offer],
        chance: u64,
    ) -> Option<Command> {
        let wish = self.wish((machine, coach), (table, seat), chance);
        fulfil(wish, (table, seat), offers)
    }

    fn wish(
        self,
        (machine, coach): (&Banked<'_>, Option<&Coach>),
        (table, seat): (&Table, usize),
        chance: u64,
    ) -> Wish {
        let game = machine.game();
        let Some(player) = table.seats.get(seat) else { return Wish::Out };
        let own = set(&player.cards[..game.hand_cards.value]);
        let shown = set(&table.board[..usize::from(table.board_shown)]);
        match self {
            Style::Best => match coach.and_then(|coach| coach.best(table, seat)) {
                Some(Choice::Bet(times)) => times_ante(player.stakes[0], times),
                Some(Choice::Check) => Wish::Stay,
                Some(Choice::Fold) => Wish::Out,
                None => thumb(machine, table, seat),
            },
            Style::Regular | Style::Sidebetter => thumb(machine, table, seat),
            Style::NeverFolds => Wish::Stay,
            Style::Timid => timid(own, shown),
            Style::Hunch => hunch(own, chance),
            Style::Raiser => {
                if chance.is_multiple_of(7) {
                    Wish::Out
                } else {
                    Wish::Most
                }
            }
        }
    }
}

/// The rule of thumb of the game; where there is none, staying in.
fn thumb(machine: &Banked<'_>, table: &Table, seat: usize) -> Wish {
    let Phase::Deciding(step) = table.phase else { return Wish::Stay };
    let basic = strategies(machine.game()).iter().find(|strategy| strategy.name == "basic");
    match basic.map(|strategy| strategy.decide) {
        Some(Decide::Rule(rule)) => match decide_by_rule(rule, machine, (table, seat), usize::from(step)) {
            Decision::Bet { amount, .. } => Wish::Stake(amount),
            Decision::Fold | Decision::FoldAnte => Wish::Out,
            _ => Wish::Stay,
        },
        _ => Wish::Stay,
    }
}

/// In with a pair that an own card makes, or with two high cards while there is little to see.
fn timid(own: CardSet, shown: CardSet) -> Wish {
    let made = has_pair(own) || own.iter().any(|card| shown.iter().any(|other| other.rank() == card.rank()));
    let high = own.iter().filter(|card| card.rank() >= Rank::Queen).count();
    if made || own.len() == 2 && shown.is_empty() && high == 2 { Wish::Stay } else { Wish::Out }
}

/// An ace is worth the most, a face something, and sometimes it is just a feeling.
fn hunch(own: CardSet, chance: u64) -> Wish {
    let highest = own.iter().map(|card| card.rank()).max();
    match highest {
        Some(Rank::Ace) => Wish::Most,
        Some(Rank::King | Rank::Queen | Rank::Jack) => Wish::Stay,
        _ if chance.is_multiple_of(4) => Wish::Most,
        _ => Wish::Out,
    }
}

fn times_ante(ante: Money, times: u8) -> Wish {
    ante.checked_mul(i64::from(times)).map_or(Wish::Stay, Wish::Stake)
}

/// What is offered that comes nearest to the wish.
fn fulfil(wish: Wish, (table, seat): (&Table, usize), offers: &[Offer]) -> Option<Command> {
    let exactly = |wanted: Decision| {
        let command = Command::Decide { seat, decision: wanted };
        offers.iter().any(|offer| *offer == Offer::Exactly(command.clone())).then_some(command)
    };
    let bet = |stake: &dyn Fn(Money, Money, &[Money]) -> Money| {
        let offered = offers.iter().find_map(|offer| match offer {
            Offer::Bet { seat: at, from, to, only, .. } if *at == seat => Some((offer, *from, *to, only)),
            _ => None,
        });
        let (offer, from, to, only) = offered?;
        let amount = stake(from, to, only);
        let command =
            Command::Decide { seat, decision: Decision::Bet { amount, checked: true, token: false } };
        offer.admits(&command).then_some(command)
    };
    let least = || bet(&|from, _, only: &[Money]| only.iter().min().copied().unwrap_or(from));
    let most = || bet(&|_, to, only: &[Money]| only.iter().max().copied().unwrap_or(to));
    // The highest that is offered and not above what is wished; the least where all are.
    let near = |wished: Money| {
        bet(&|from, to, only: &[Money]| match only {
            [] => wished.max(from).min(to),
            _ => only.iter().filter(|amount| **amount <= wished).max().copied().unwrap_or(from),
        })
    };
    // A hand is given up without its side wagers where that can be, if any lie there.
    let out = || {
        let side = table.seats.get(seat)?.stakes.iter().skip(1).any(|stake| !stake.is_zero());
        let folds =
            if side { [Decision::FoldAnte, Decision::Fold] } else { [Decision::Fold, Decision::FoldAnte] };
        folds.into_iter().find_map(exactly)
    };
    let check = || exactly(Decision::Check);
    match wish {
        Wish::Out => out().or_else(check).or_else(least),
        Wish::Stay => check().or_else(least).or_else(out),
        Wish::Stake(amount) => near(amount).or_else(check).or_else(out),
        Wish::Most => most().or_else(check).or_else(out),
    }
}
