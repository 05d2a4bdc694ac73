//! What the commands of the house need; where a dispute lies and what a duty is of stand in its state.

use super::{Needs, Own};
use engine::PatronId;
use house::{Command, MispaidOn, Person, State};
use rulebook::{Act, NotifyOf, RoleId, Rulebook, SanctionKind};

/// What a command of the house needs.
pub fn of_house(book: &Rulebook, state: &State, command: &Command) -> Needs {
    let rules = &book.house;
    let disputes = &rules.disputes;
    let for_patron = |patron: Option<PatronId>| {
        let needs = Needs::staff(disputes.clause);
        patron.map_or(needs.clone(), |patron| needs.or_own(Own::Patron(patron)))
    };
    let of_dispute = |dispute: &usize| state.disputes.get(*dispute);
    let clause_of =
        |of: NotifyOf| rules.notify.iter().find(|row| row.of == of).map_or(rules.uncovered, |row| row.clause);
    match command {
        Command::Found { .. } => Needs::system(rules.roster),
        // The founder cannot be confirmed by anybody until there is a second of the highest role.
        Command::Hire { role, .. }
            if *role == book.ladder.highest() && state.roster.holders(book.ladder.highest()) == 1 =>
        {
            Needs::alone(book, Act::ManageStaff)
        }
        Command::Hire { .. }
        | Command::ChangeRole { .. }
        | Command::Dismiss { .. }
        | Command::Enrol { .. }
        | Command::Discharge { .. } => Needs::power(book, Act::ManageStaff),
        Command::OpenDay { .. } | Command::CallLastRound | Command::PlayOn => {
            Needs::power(book, Act::OpenDay)
        }
        Command::CloseDay { .. } => Needs::power(book, Act::CloseDay),
        Command::RaiseDispute { patron, .. } => for_patron(Some(*patron)),
        Command::Escalate { dispute } | Command::TakeToInspector { dispute } => {
            for_patron(of_dispute(dispute).map(|found| found.patron))
        }
        Command::RuleDispute { dispute, .. } => {
            let at = of_dispute(dispute).map_or(0, |found| usize::from(found.instance));
            let instance = &disputes.instance[at.min(disputes.instance.len() - 1)];
            Needs::role(instance.least, instance.clause)
        }
        Command::TellOfInspector { .. } => Needs::staff(disputes.tell),
        Command::RecordFinding { .. } => {
            let inspector = book.ladder.outside("inspector");
            Needs { outside: inspector.into_iter().collect(), ..Needs::nobody(disputes.complain) }
        }
        Command::CloseDispute { .. } => Needs::role(disputes.instance[0].least, disputes.instance[0].clause),
        Command::RecordBreach { kind, .. } => {
            Needs::staff(rules.breach(*kind).map_or(rules.uncovered, |rule| rule.clause))
        }
        Command::Sanction { kind: SanctionKind::ExcludeFromCasino, .. } => {
            // What keeps somebody out of the house is as grave here as in their file.
            let (one, other) = (Needs::power(book, Act::Sanction), Needs::power(book, Act::ExcludePatron));
            let least = one.staff.max(other.staff);
            if one.staff < least {
                Needs { second: one.second.or(other.second), ..other }
            } else {
                Needs { staff: least, second: one.second.or(other.second), ..one }
            }
        }
        Command::Sanction { .. } => Needs::power(book, Act::Sanction),
        Command::ReleaseWithheld { .. } => Needs::power(book, Act::ReleaseWithheld),
        Command::RecordMispayment(mispaid) => {
            let rules = &rules.mispayments;
            let cite = match mispaid.of {
                MispaidOn::Wager => rules.wager,
                MispaidOn::CashChange => rules.cash_change,
                MispaidOn::ColourChange => rules.colour_change,
            };
            Needs::staff(cite).or_system()
        }
        Command::Enquire { .. } | Command::IdentifyPatron { .. } | Command::AttemptCorrection { .. } => {
            Needs::alone(book, Act::CorrectPayment)
        }
        Command::Correct { .. } => Needs::power(book, Act::CorrectPayment),
        Command::TellRegulator { .. } | Command::ReportMonth { .. } => {
            Needs::power(book, Act::ReportToRegulator)
        }
        Command::SupplyRules {
            to: Person::Staff(_) | Person::Patron(_) | Person::Outside(_) | Person::System,
        } => Needs::staff(rules.copies),
        Command::OpenDeck { .. } => {
            let inspector = book.ladder.outside("inspector").map(|place| vec![place]);
            // Where a book names no inspector, whoever it does name stands for one.
            let all = || (0..).take(book.ladder.outside.len()).collect();
            let outside = inspector.unwrap_or_else(all);
            Needs { outside, ..Needs::role(book.ladder.highest(), rules.records) }
        }
        Command::OweDuty { of, .. } => Needs { staff: Some(RoleId(0)), ..Needs::system(clause_of(*of)) },
        Command::Notify { duty, .. } => {
            let of = state.duties.get(*duty).map(|duty| duty.of);
            Needs::staff(of.map_or(rules.uncovered, clause_of))
        }
        Command::Direct { .. } => Needs::power(book, Act::DirectSuspects),
    }
}
