//! What people can tell tables, meters, houses and patrons' files. The JSON of the API, the forms of the pages, the steps of
//! case scripts and the schemas of the OpenAPI document are these types and no others. Places count from 1, amounts are dollars
//! as text, and no command carries a card that the system deals.

mod amount;
mod error;
mod form;
mod hex;
mod house;
mod meter;
pub mod names;
mod patron;
mod schema;
mod sign;
mod table;

pub use self::house::{HouseCommand, person};
pub use amount::Dollars;
pub use error::CommandError;
pub use form::form_value;
pub use hex::Hex32;
pub use meter::{MeterCommand, MeterShare, SignOf, meter_at};
pub use patron::PatronFileCommand;
pub use schema::{CommandSet, components, words_of};
pub use sign::{Bounds, JackpotText, SignText, limits};
pub use table::{TableCommand, place_or};
