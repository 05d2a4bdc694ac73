//! Row 63 and what those above the dealer may do: invalidate, impose sanctions, decide disputes, look at hands.

use crate::irregularities::table::{Table, report};
use room::{
    Act, Cause, Command, Due, Event, IrregularityCommand, IrregularityEvent, NotRuled, Reason, Sanction,
    Terms,
};
use rulebook::room::IrregularityKind as S;
use rulebook::room::Remedy as R;

fn in_play() -> Table {
    let mut table = Table::holdem("");
    table.deal();
    table.act(Act::Raise(60));
    table.calls(1);
    table
}

impl Table {
    #[track_caller]
    fn too_low(&mut self, command: IrregularityCommand, needs: &str, clause: &str) {
        let refusal = self.tell(Command::Irregularity(command)).expect_err("the role is too low");
        let needs = self.role(needs);
        assert_eq!(refusal.reason, Reason::NotRuled(NotRuled::RoleTooLow { needs }));
        assert_eq!(self.label(refusal.cite), clause);
    }

    #[track_caller]
    fn does(&mut self, command: IrregularityCommand) {
        self.ok(Command::Irregularity(command));
    }
}

#[test]
fn row_63_the_jackpot_is_adjusted_by_who_may() {
    let mut table = in_play();
    for (what, remedy, clause) in
        [(S::RoundUnrecorded, R::AdjustJackpot, "17.6.1"), (S::JackpotMalfunction, R::CreditAndPay, "17.6.2")]
    {
        let refusal = table.rule_as("dealer", report(what)).expect_err("not the dealer");
        let needs = table.role("tg-area-manager");
        assert_eq!(refusal.reason, Reason::NotRuled(NotRuled::RoleTooLow { needs }));
        let before = table.hand;
        table.rule_as("tg-area-manager", report(what)).expect("the manager may");
        let told = table.told.last().expect("a ruling");
        let Event::Irregularity(IrregularityEvent::Ruled { row: 63, remedy: done, .. }) = told.value else {
            panic!("not ruled: {told:?}")
        };
        assert_eq!((done, table.label(told.cite)), (remedy, clause));
        assert_eq!(table.hand, before);
    }
    table.rules(report(S::FlopErrorAtJackpot), 63, R::JudgeCorrectedFlop, "17.6.3");
}

#[test]
fn k116_a_brawl_is_not_for_the_dealer_to_judge() {
    let mut table = in_play();
    let by = table.staff("dealer");
    let cause = Cause::Brawl;
    table.too_low(IrregularityCommand::Invalidate { by, cause }, "tg-higher-duties-dealer", "18.5");
    let by = table.staff("tg-higher-duties-dealer");
    table.does(IrregularityCommand::Invalidate { by, cause });
    assert!(
        table
            .cites("18.5", |told| *told == Event::Irregularity(IrregularityEvent::Invalidated(Cause::Brawl)))
    );
    assert!(table.cites("18.7", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::Refunded { seat: 2, chips: 60 })
    )));
    assert_eq!(table.hand.stacks(), [1000; 4]);
    assert!(table.hand.is_void());
    // What is over stays over.
    let again = table.tell(Command::Irregularity(IrregularityCommand::Invalidate { by, cause }));
    assert_eq!(again.expect_err("over").reason, Reason::NotNow(Due::Over));
}

#[test]
fn k130_fraud_is_for_the_assistant_casino_manager() {
    let mut table = in_play();
    let by = table.staff("tg-area-manager");
    let cause = Cause::Fraud;
    table.too_low(IrregularityCommand::Invalidate { by, cause }, "tg-assistant-casino-manager", "18.6");
    let by = table.staff("tg-assistant-casino-manager");
    table.does(IrregularityCommand::Invalidate { by, cause });
    assert_eq!(table.hand.stacks(), [1000; 4]);
}

#[test]
fn sanctions_are_recorded_and_void_wagers_go_back() {
    let mut table = in_play();
    let manager = table.staff("tg-area-manager");
    let sanction = Sanction::Excluded;
    let low = IrregularityCommand::Sanction { by: manager, seat: 2, sanction };
    table.too_low(low, "tg-assistant-casino-manager", "18.2");
    let by = table.staff("tg-assistant-casino-manager");
    for (sanction, clause) in [
        (Sanction::Excluded, "18.2.2"),
        (Sanction::WinningsHeld, "18.2.3"),
        (Sanction::DeviceTaken, "18.2.4"),
        (Sanction::Detained, "18.2.5"),
    ] {
        let before = table.hand;
        table.does(IrregularityCommand::Sanction { by, seat: 2, sanction });
        assert_eq!(table.hand, before);
        assert!(
            table.cites(clause, |told| matches!(
                told,
                Event::Irregularity(IrregularityEvent::Sanctioned { .. })
            ))
        );
    }
    table.does(IrregularityCommand::Sanction { by, seat: 2, sanction: Sanction::WagersVoid });
    assert!(table.cites("18.2.1", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::Refunded { seat: 2, chips: 60 })
    )));
    assert_eq!((table.hand.stacks()[2], table.hand.live().has(2)), (1000, false));
    assert_eq!(table.hand.due(), Due::Act(0));
    assert_eq!(table.finish().iter().sum::<i64>(), 4000);
}

#[test]
fn void_wagers_of_the_last_player_end_the_hand() {
    let mut table = Table::holdem("");
    table.deal();
    (0..3).for_each(|_| table.act(Act::Fold));
    let by = table.staff("tg-assistant-casino-manager");
    table.does(IrregularityCommand::Sanction { by, seat: 1, sanction: Sanction::WagersVoid });
    assert!(table.hand.is_over() && table.hand.is_void());
    assert_eq!(table.hand.stacks(), [1000; 4]);
}

#[test]
fn the_opener_of_a_stud_hand_may_be_sent_away_before_he_acts() {
    let mut terms = Terms::plain(room::Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    terms.antes = [1; room::MOST];
    terms.bring_in = 10;
    let mut table = Table::new("five-card-stud", 52, terms, &[100; 3], "As7s3s Kh2c4d");
    table.deal();
    assert_eq!(table.hand.due(), Due::BringIn(1));
    let by = table.staff("tg-assistant-casino-manager");
    table.does(IrregularityCommand::Sanction { by, seat: 1, sanction: Sanction::WagersVoid });
    // The next lowest card opens.
    assert_eq!((table.hand.due(), table.hand.pot()), (Due::BringIn(2), 2));
    assert_eq!(table.finish().iter().sum::<i64>(), 300);
}

#[test]
fn disputes_are_decided_and_the_inspector_is_named() {
    let mut table = in_play();
    let by = table.staff("dealer");
    table.too_low(IrregularityCommand::Dispute { by, seat: 0, content: true }, "tg-area-manager", "18.11");
    let by = table.staff("tg-area-manager");
    table.does(IrregularityCommand::Dispute { by, seat: 0, content: true });
    assert!(!table.cites("18.10", |_| true));
    table.does(IrregularityCommand::Dispute { by, seat: 0, content: false });
    assert!(table.cites("18.11", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::DisputeDecided { seat: 0 })
    )));
    assert!(table.cites("18.10", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::InspectorNamed { seat: 0 })
    )));
    let nobody =
        table.tell(Command::Irregularity(IrregularityCommand::Dispute { by, seat: 9, content: true }));
    assert_eq!(nobody.expect_err("nobody sits there").reason, Reason::NoSuchPlayer);
}

#[test]
fn conduct_is_for_the_manager() {
    let mut table = in_play();
    let by = table.staff("tg-higher-duties-dealer");
    table.too_low(IrregularityCommand::Conduct { by, seat: 3 }, "tg-area-manager", "18.4");
    let by = table.staff("tg-area-manager");
    table.does(IrregularityCommand::Conduct { by, seat: 3 });
    assert!(table.cites("18.4", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::ConductFound { seat: 3 })
    )));
}

#[test]
fn hands_are_looked_at_after_the_hand() {
    let mut table = in_play();
    let by = table.staff("dealer");
    let early = table.tell(Command::Irregularity(IrregularityCommand::Inspect { by, seat: 1 }));
    assert!(early.is_err());
    table.finish();
    table.does(IrregularityCommand::Inspect { by, seat: 1 });
    assert!(table.cites("14.2.3", |told| matches!(
        told,
        Event::Irregularity(IrregularityEvent::Inspected { seat: 1 })
    )));
}
