//! The answer as JSON.

use super::OddsArgs;
use ::odds::{Answer, Contract};

pub(super) fn print(args: &OddsArgs, answer: &Answer) -> String {
    let contract = Contract::new(&args.book, &args.game, answer);
    let mut text = serde_json::to_string_pretty(&contract).unwrap_or_default();
    text.push('\n');
    text
}
