//! Who may tell a hand something: players act for themselves, the rest is the dealer's, and some of it needs more.

use crate::event::Command;
use crate::hand_rules::HandRules;
use crate::irregularities::IrregularityCommand;
use crate::reason::Reason;
use engine::{Actor, Refusal, Who};
use rulebook::Act as Power;
use rulebook::room::Point;

impl HandRules<'_> {
    /// Whether this actor may give the command. A member of staff may record what a player did.
    ///
    /// # Errors
    /// The refusal, with the clause that says whose it is.
    pub(crate) fn may_tell(&self, actor: Actor, command: &Command) -> Result<(), Refusal<Reason>> {
        match actor.who {
            Who::Seat(seat) if whose(command) == Some(seat) => Ok(()),
            Who::Seat(_) | Who::Outside(_) | Who::Patron(_) => self.not_yours(),
            Who::Staff(_) if ruled_by(command).is_some_and(|by| by.who != actor.who) => self.not_yours(),
            Who::Staff(_) | Who::System => self.may_allow(actor, command),
        }
    }

    /// Running a board more than once is allowed by those to whom the book gives that (12.6.1).
    fn may_allow(&self, actor: Actor, command: &Command) -> Result<(), Refusal<Reason>> {
        let power = self.book.ladder.power(Power::AllowRuns);
        match (command, power) {
            (Command::Run(_), Some(power)) if !actor.may(power) => {
                Err(Refusal::new(Reason::NotYours, power.least.cite))
            }
            _ => Ok(()),
        }
    }

    /// Whether this actor may allow several runs.
    pub(crate) fn may_allow_runs(&self, actor: Actor) -> bool {
        self.may_allow(actor, &Command::Run(2)).is_ok()
    }

    #[cold]
    fn not_yours(&self) -> Result<(), Refusal<Reason>> {
        let dealer = self.book.ladder.roles.first().map(|role| role.clause);
        Err(Refusal::new(Reason::NotYours, dealer.unwrap_or_else(|| self.cite(Point::Turn))))
    }
}

/// The player who does it himself; none where it is the dealer's work.
fn whose(command: &Command) -> Option<usize> {
    let seat = match command {
        Command::Act { seat, .. }
        | Command::Discard { seat, .. }
        | Command::Set { seat, .. }
        | Command::Show { seat, .. }
        | Command::BuyTime { seat, .. }
        | Command::Muck { seat } => *seat,
        Command::Gesture(gesture) => gesture.seat,
        _ => return None,
    };
    Some(usize::from(seat))
}

/// Who a command says has ruled.
fn ruled_by(command: &Command) -> Option<Actor> {
    match command {
        Command::AskRuns { by, .. } => Some(*by),
        Command::Irregularity(command) => match command {
            IrregularityCommand::Rule { by, .. }
            | IrregularityCommand::Invalidate { by, .. }
            | IrregularityCommand::Sanction { by, .. }
            | IrregularityCommand::Conduct { by, .. }
            | IrregularityCommand::Dispute { by, .. }
            | IrregularityCommand::Deck { by, .. }
            | IrregularityCommand::Inspect { by, .. } => Some(*by),
            IrregularityCommand::Omit(_) => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Act, Cards, Hand, Stub, Terms};
    use engine::{Machine, Moment};
    use rulebook::RoleId;

    #[test]
    fn players_act_for_themselves_and_managers_allow_runs() {
        let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0").unwrap();
        let game = book.game("holdem", 52).unwrap();
        let room = HandRules::new(&book, game, Terms::blinds(5, 10));
        let hand = Hand::new(&[100; 3], Stub::of_deck(&cards::Deck::in_order(game.deck.value.0)));
        let actor = |who| Actor { who, at: Moment(0) };
        let refused = |hand: &Hand, who, command: &Command| {
            let refusal = room.decide(hand, actor(who), command, &mut Vec::new()).unwrap_err();
            (refusal.reason, book.label(refusal.cite).to_string())
        };
        let dealer = Who::Staff(RoleId(0));
        assert_eq!(refused(&hand, Who::Seat(0), &Command::Post), (Reason::NotYours, "1.1/'Dealer'".into()));
        let mut out = Vec::new();
        assert!(room.decide(&hand, actor(dealer), &Command::Post, &mut out).is_ok());
        let mut hand = hand;
        out.iter().for_each(|event| room.evolve(&mut hand, &event.value));
        room.tell(&mut hand, &Command::Deal, &mut out).unwrap();
        // The button acts first, and nobody acts for him but the dealer.
        let call = Command::Act { seat: 2, act: Act::Call };
        assert_eq!(refused(&hand, Who::Seat(1), &call).0, Reason::NotYours);
        assert_eq!(refused(&hand, Who::Outside(0), &call).0, Reason::NotYours);
        assert!(room.decide(&hand, actor(Who::Seat(2)), &call, &mut Vec::new()).is_ok());
        assert!(room.decide(&hand, actor(dealer), &call, &mut Vec::new()).is_ok());
        // All-in: a Dealer cannot allow two runs, a TG Area Manager can.
        for (seat, act) in [(2, Act::Raise(100)), (0, Act::Call), (1, Act::Call)] {
            room.tell(&mut hand, &Command::Act { seat, act }, &mut out).unwrap();
        }
        for seat in [2, 0, 1] {
            room.tell(&mut hand, &Command::Show { seat, cards: Cards::default() }, &mut out).unwrap();
        }
        assert_eq!(refused(&hand, dealer, &Command::Run(2)), (Reason::NotYours, "12.6.1".into()));
        let manager = actor(Who::Staff(book.ladder.role("tg-area-manager").unwrap()));
        assert!(room.decide(&hand, manager, &Command::Run(2), &mut Vec::new()).is_ok());
        let offers = |actor| room.offers(&hand, actor).contains(&crate::Offer::Run(5));
        assert!(offers(manager) && !offers(actor(dealer)));
    }
}
