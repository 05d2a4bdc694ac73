//! What the commands of a patron's file need.

use super::{Needs, Own};
use house::{LimitOf, PatronCommand, PatronFile};
use rulebook::{Act, RoleId, Rulebook};

/// What a command of a patron's file needs.
pub fn of_patron(book: &Rulebook, file: &PatronFile, command: &PatronCommand) -> Needs {
    let rules = &book.house.patrons;
    let kept = || Needs::power(book, Act::KeepPatronFile);
    let own = |needs: Needs| match file.number {
        Some(number) => needs.or_own(Own::Patron(number)),
        None => needs,
    };
    match command {
        PatronCommand::Register { .. } | PatronCommand::IssueCard { .. } => kept(),
        PatronCommand::ReportCardLost => own(kept()),
        PatronCommand::SetLimit { of: LimitOf::Deposit | LimitOf::Loss(_), .. }
        | PatronCommand::CancelIncrease { .. } => own(kept()),
        PatronCommand::TakeEffect { .. } => {
            let cite = rules.increase_after_hours.cite;
            own(Needs { staff: Some(RoleId(0)), ..Needs::system(cite) })
        }
        // Nobody says of themselves that they have paid: somebody of the house has counted it.
        PatronCommand::Deposit { .. } => kept(),
        PatronCommand::Withdraw { .. } => own(kept()),
        // What a table does with an account it tells itself, against its own record.
        PatronCommand::TakeToTable { .. }
        | PatronCommand::BringBack { .. }
        | PatronCommand::StartPlay { .. }
        | PatronCommand::EndPlay => Needs::system(rules.play),
        PatronCommand::Repay { .. } => Needs::system(book.house.mispayments.demand),
        PatronCommand::RecordPlay { .. } => Needs::system(rules.loss_limit),
        // The day is the house's; a day too many would empty the counters of the limits.
        PatronCommand::NewDay { .. } => Needs::system(book.house.day),
        PatronCommand::Exclude { .. } => own(Needs::power(book, Act::ExcludePatron)),
        PatronCommand::LiftExclusion => Needs::power(book, Act::LiftExclusion),
        PatronCommand::Pause | PatronCommand::Resume => Needs::power(book, Act::PausePlayer),
    }
}
