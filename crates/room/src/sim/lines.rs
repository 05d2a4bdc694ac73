//! Lines of play counted from a fixed deck, to compare one machine with another.
//!
//! What counts as an act, in this order: fold, check or call, a wager to the least, one to the most where that is another
//! amount, the bring-in, the Kitty. At a draw: stand pat, change the first card, change all. At a Pineapple discard: each
//! card. Posts, cards and pots do not count; everybody shows, boards are run once, Chinese hands are set as they were
//! dealt. A line that ends sooner counts one.

use crate::event::{Act, Command, Event};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::stub::Stub;
use crate::terms::MOST;
use cards::Card;
use cards::FewCards as Cards;
use engine::Sink;
use rulebook::Ruled;

/// The number of lines of play of so many acts, from a hand whose stub is the deck.
///
/// Where a stud deck is shuffled again, burns go under the stub in their order.
pub fn perft(room: &HandRules<'_>, hand: &Hand, depth: usize) -> u64 {
    lines(room, &LineOfPlay::of(hand), depth)
}

/// The same count by the first act: where two counts differ, this says in which branch.
pub fn lines_by_act(room: &HandRules<'_>, hand: &Hand, depth: usize) -> Vec<(Command, u64)> {
    let mut line = LineOfPlay::of(hand);
    line.go_on(room);
    let rest = depth.saturating_sub(1);
    line.acts(room)
        .into_iter()
        .map(|act| (act, line.after(room, &act).map_or(0, |line| lines(room, &line, rest))))
        .collect()
}

fn lines(room: &HandRules<'_>, line: &LineOfPlay, depth: usize) -> u64 {
    let mut line = *line;
    line.go_on(room);
    let acts = line.acts(room);
    if depth == 0 || acts.is_empty() {
        return 1;
    }
    // An act on offer that is refused counts nothing, which shows in the count.
    acts.iter().filter_map(|act| line.after(room, act)).map(|line| lines(room, &line, depth - 1)).sum()
}

/// A hand, with cards in the order in which they came.
#[derive(Clone, Copy)]
struct LineOfPlay {
    hand: Hand,
    order: DealtOrder,
}

/// The cards of each player, the Kitty and the burns as they were dealt.
#[derive(Clone, Copy)]
struct DealtOrder {
    held: [Cards; MOST],
    kitty: Cards,
    burned: Cards,
}

impl Sink<Ruled<Event>> for DealtOrder {
    fn take(&mut self, event: Ruled<Event>) {
        match event.value {
            Event::Dealt { seat, card, .. } => {
                self.held[usize::from(seat)].push(*card);
            }
            Event::ToKitty(card) => {
                self.kitty.push(*card);
            }
            Event::Burned(card) => {
                self.burned.push(*card);
            }
            Event::Discarded { seat, cards } => {
                let held = &mut self.held[usize::from(seat)];
                let gone = cards.known();
                *held = held.iter().flatten().filter(|card| !gone.contains(*card)).collect();
            }
            Event::Acted { seat, done: crate::ActKind::TakeKitty, .. } => {
                self.held[usize::from(seat)] = self.kitty;
            }
            Event::Shuffled(_) => self.burned = Cards::default(),
            _ => {}
        }
    }
}

impl LineOfPlay {
    fn of(hand: &Hand) -> LineOfPlay {
        let (held, empty) = ([Cards::default(); MOST], Cards::default());
        LineOfPlay { hand: *hand, order: DealtOrder { held, kitty: empty, burned: empty } }
    }

    fn tell(&mut self, room: &HandRules<'_>, command: &Command) -> bool {
        room.tell(&mut self.hand, command, &mut self.order).is_ok()
    }

    fn after(&self, room: &HandRules<'_>, act: &Command) -> Option<LineOfPlay> {
        let mut next = *self;
        next.tell(room, act).then_some(next)
    }

    /// Everything that is nobody's decision.
    fn go_on(&mut self, room: &HandRules<'_>) {
        loop {
            let command = match self.hand.due() {
                Due::Act(_) | Due::BringIn(_) | Due::Discard(_) | Due::Over | Due::Open => return,
                Due::Posts => Command::Post,
                Due::Hole | Due::Kitty | Due::Board | Due::Community | Due::Replace => Command::Deal,
                Due::Shuffle => Command::Shuffle(self.shuffled(room)),
                Due::Show(seat) => Command::Show { seat, cards: Cards::default() },
                Due::Set(seat) => self.set_as_dealt(seat),
                Due::Pay => Command::Pay,
            };
            if !self.tell(room, &command) {
                return;
            }
        }
    }

    fn shuffled(&self, room: &HandRules<'_>) -> Stub {
        let pool = room.pool(&self.hand).cards;
        let first = self.hand.stub().rest().chain(self.order.burned.iter().flatten());
        let ordered: Vec<Card> = first.filter(|card| pool.contains(*card)).collect();
        let rest = pool - ordered.iter().copied().collect();
        Stub::of(ordered.into_iter().chain(rest.iter()))
    }

    fn set_as_dealt(&self, seat: u8) -> Command {
        let held: Vec<Card> = self.order.held[usize::from(seat)].iter().flatten().collect();
        let cards = |from: usize, to: usize| held.iter().take(to).skip(from).copied().collect();
        Command::Set { seat, front: cards(0, 3), middle: cards(3, 8), back: cards(8, 13) }
    }

    /// The acts that count, if a decision is due.
    fn acts(&self, room: &HandRules<'_>) -> Vec<Command> {
        let Due::Discard(seat) = self.hand.due() else { return self.wagers(room) };
        let held = self.order.held[usize::from(seat)];
        let one = |card: Card| [card].into_iter().collect::<Cards>();
        let choices: Vec<Cards> = if room.plan(&self.hand).draw > 0 {
            let first = held.iter().flatten().take(1).collect();
            vec![Cards::default(), first, held]
        } else {
            held.iter().flatten().map(one).collect()
        };
        choices.into_iter().map(|cards| Command::Discard { seat, cards }).collect()
    }

    fn wagers(&self, room: &HandRules<'_>) -> Vec<Command> {
        let Some(options) = room.options(&self.hand) else { return Vec::new() };
        let mut acts = Vec::new();
        if options.fold() {
            acts.push(Act::Fold);
        }
        acts.extend(options.call.map(|_| Act::Call));
        if let Some(raises) = options.raise {
            acts.push(Act::Raise(raises.least));
            if raises.most != raises.least {
                acts.push(Act::Raise(raises.most));
            }
        }
        acts.extend(options.bring_in.map(|_| Act::BringIn));
        if options.kitty {
            acts.push(Act::TakeKitty);
        }
        acts.into_iter().map(|act| Command::Act { seat: options.seat as u8, act }).collect()
    }
}
