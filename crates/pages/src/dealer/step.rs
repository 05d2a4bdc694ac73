//! The next step of the procedure: always one, and always the big button.

use super::control::{DealerConsole, of_game};
use engine::Machine;
use engine::banked::{Command as Game, Decision, DecisionKind, Hand, Holder, LiveCard, Offer, Phase, Reason};
use floor::table::{Command, DealingMode};
use money::Money;
use rulebook::{ChoiceKind, Lock, RoleId};
use server::view::Blocked;
use server::wire::{Dollars, PlaceNumber, TableCommand};

/// What comes next at a table.
pub(super) enum NextStep {
    Do(CommandButton),
    /// The decision of a box.
    Decide(usize),
    /// Cards must be recorded first.
    Record(Holder),
    /// Somebody determines what the meter awards.
    Awards,
    /// The table is not open.
    Closed,
}

/// A button.
pub(super) struct CommandButton {
    pub(super) say: TableCommand,
    pub(super) blocked: Option<Blocked>,
}

impl DealerConsole<'_> {
    pub(super) fn is_live(&self) -> bool {
        self.state.mode == Some(DealingMode::Live)
    }

    /// A button for a command of the game.
    pub(super) fn press(&self, say: TableCommand, command: Game) -> CommandButton {
        let blocked = self.blocked(&of_game(command));
        CommandButton { say, blocked }
    }

    /// What comes next.
    pub(super) fn next(&self) -> NextStep {
        match self.table().phase {
            Phase::Closed => NextStep::Closed,
            Phase::Betting | Phase::Locked if self.is_live() => NextStep::Do(self.to_the_deal()),
            Phase::Betting if self.first_card_closes() => NextStep::Do(self.virtual_deal()),
            Phase::Betting => NextStep::Do(self.press(TableCommand::NoMoreBets {}, Game::CallNoMoreBets)),
            Phase::Locked => NextStep::Do(self.virtual_deal()),
            Phase::Deciding(_) => match (self.to_record(), self.to_decide()) {
                (Some(of), _) => NextStep::Record(of),
                (None, Some(seat)) => NextStep::Decide(seat),
                (None, None) => NextStep::Do(self.press(TableCommand::Proceed {}, Game::Proceed)),
            },
            Phase::Showdown => self.settling(),
            Phase::Awards => NextStep::Awards,
        }
    }

    /// Whether the call of no more bets only announces what the first card does.
    fn first_card_closes(&self) -> bool {
        self.book().table.wagers.closes.value == Lock::FirstCard
    }

    fn virtual_deal(&self) -> CommandButton {
        let blocked = self.blocked(&Command::Deal { next_key: None });
        CommandButton { say: TableCommand::Deal {}, blocked }
    }

    /// What can be pressed besides, at the same moment.
    pub(super) fn beside(&self) -> Vec<CommandButton> {
        match self.table().phase {
            Phase::Betting if self.first_card_closes() => {
                vec![self.press(TableCommand::NoMoreBets {}, Game::CallNoMoreBets)]
            }
            Phase::Showdown => vec![self.press(TableCommand::Settle {}, Game::Settle)],
            _ => Vec::new(),
        }
    }

    /// Checked, shuffled, cut, closed, dealt: as the book wants real cards treated.
    fn to_the_deal(&self) -> CommandButton {
        match self.reason(Game::DealLive) {
            Some(Reason::NotChecked) => self.press(TableCommand::CheckCards {}, Game::CheckCards),
            Some(Reason::WrongPack) => self.press(TableCommand::ChangeCards {}, Game::ChangeCards),
            Some(Reason::NotShuffled) => self.press(TableCommand::Shuffle {}, Game::Shuffle),
            Some(Reason::NotCut) => self.press(TableCommand::Cut {}, Game::Cut),
            _ if !self.first_card_closes() && self.table().phase == Phase::Betting => {
                self.press(TableCommand::NoMoreBets {}, Game::CallNoMoreBets)
            }
            _ => self.press(TableCommand::DealLive {}, Game::DealLive),
        }
    }

    /// The box that decides first of those that still have to.
    pub(super) fn to_decide(&self) -> Option<usize> {
        let table = self.table();
        let waits = |at: &usize| table.seats[*at].hand == Hand::Live && !table.seats[*at].decided;
        table.dealt_areas().find(waits)
    }

    /// The order of paying: from the dealer's right.
    pub(super) fn paying_order(&self) -> Vec<usize> {
        self.table().dealt_areas().collect::<Vec<_>>().into_iter().rev().collect()
    }

    fn settling(&self) -> NextStep {
        for seat in self.paying_order() {
            match self.reason(Game::SettleHand { seat }) {
                // Nothing of it is left.
                Some(Reason::HandSettled { .. }) => {}
                Some(Reason::NotRecorded { what }) => return NextStep::Record(what),
                _ => {
                    let say = TableCommand::SettleHand { seat: PlaceNumber::of(seat) };
                    return NextStep::Do(self.press(say, Game::SettleHand { seat }));
                }
            }
        }
        match self.reason(Game::Settle) {
            Some(Reason::NotRecorded { what }) => NextStep::Record(what),
            _ => NextStep::Do(self.press(TableCommand::Settle {}, Game::Settle)),
        }
    }

    /// The box that is settled next.
    pub(super) fn to_settle(&self) -> Option<usize> {
        match self.next() {
            NextStep::Do(CommandButton { say: TableCommand::SettleHand { seat }, .. }) => seat.seat().ok(),
            _ => None,
        }
    }

    /// What lies open and is not recorded while people decide: the up card, the community cards.
    fn to_record(&self) -> Option<Holder> {
        let open = [Holder::Dealer, Holder::Board];
        open.into_iter().find(|&of| self.unread(of).is_some())
    }

    /// The cards of a holder that can be recorded in one go: from which on, and how many. What lies face down waits.
    pub(super) fn unread(&self, of: Holder) -> Option<(usize, usize)> {
        let table = self.table();
        let deciding = matches!(table.phase, Phase::Deciding(_));
        let up = self.game().up_card.is_some();
        let lies_open = |read: &LiveCard| match of {
            Holder::Board => read.at < table.board_shown,
            Holder::Dealer if deciding => up && read.at == table.up_card,
            Holder::Burn => false,
            _ => true,
        };
        let all: Vec<&LiveCard> =
            table.live.iter().flatten().filter(|read| read.of == of && lies_open(read)).collect();
        if let Holder::Seat(_) = of {
            return all.iter().any(|read| read.card.is_none()).then_some((0, all.len()));
        }
        let first = all.iter().position(|read| read.card.is_none())?;
        let run = all[first..].iter().take_while(|read| read.card.is_none()).count();
        Some((usize::from(all[first].at), run))
    }

    /// What a box can decide now.
    pub(super) fn decisions(&self, seat: usize) -> Vec<(DecisionKind, Option<Money>, Option<Blocked>)> {
        let Phase::Deciding(step) = self.table().phase else { return Vec::new() };
        let Some(rules) = self.game().step.get(usize::from(step)) else { return Vec::new() };
        let mut out = Vec::new();
        let mut push = |word, decision, amount| {
            out.push((word, amount, self.blocked(&of_game(Game::Decide { seat, decision }))));
        };
        for choice in &rules.choices {
            match choice.is {
                ChoiceKind::Bet => {
                    for amount in self.stakes(seat) {
                        let bet = Decision::Bet { amount, checked: true, token: false };
                        push(DecisionKind::Bet, bet, Some(amount));
                    }
                }
                ChoiceKind::Check => push(DecisionKind::Check, Decision::Check, None),
                ChoiceKind::Fold => push(DecisionKind::Fold, Decision::Fold, None),
                ChoiceKind::FoldAnte => push(DecisionKind::FoldAnte, Decision::FoldAnte, None),
            }
        }
        push(DecisionKind::Cannot, Decision::Cannot, None);
        push(DecisionKind::Absent, Decision::Absent, None);
        // What the book does not know here is no button at all; the choices of the game say why not.
        let besides = |word| matches!(word, DecisionKind::Cannot | DecisionKind::Absent);
        out.retain(|(word, _, blocked)| !besides(*word) || blocked.is_none());
        out
    }

    /// What a box may stake now: the sign's amounts, or whole multiples of the Ante.
    fn stakes(&self, seat: usize) -> Vec<Money> {
        let ante = self.table().seats[seat].stakes[0];
        let offers = self.machine.offers(&self.state, self.actor(RoleId(0)));
        let offered = offers.into_iter().find_map(|offer| match offer {
            Offer::Bet { seat: at, from, to, only, .. } if at == seat => Some((from, to, only)),
            _ => None,
        });
        match offered {
            Some((_, _, only)) if !only.is_empty() => only,
            Some((from, to, _)) => {
                let times = (1..=10).filter_map(|times| ante.checked_mul(times));
                let whole: Vec<Money> = times.filter(|amount| (from..=to).contains(amount)).collect();
                if whole.is_empty() { vec![from] } else { whole }
            }
            None => vec![ante],
        }
    }
}

/// The words for a decision.
pub(super) fn decides(seat: usize, decision: DecisionKind, amount: Option<Money>) -> TableCommand {
    TableCommand::Decide { decision, amount: amount.map(Dollars), seat: Some(PlaceNumber::of(seat)) }
}
