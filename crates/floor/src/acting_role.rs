//! With which role somebody acted, as a table keeps it.

use engine::{Actor, Who};
use minicbor::decode::Error as DecodeError;
use minicbor::encode::{Error as EncodeError, Write};
use minicbor::{Decode, Decoder, Encode, Encoder};
use rulebook::RoleId;

/// The number under which the program's own acts are stored. No ladder is that long.
const STORED_PROGRAM: u8 = u8::MAX;

/// The role of a member of staff when they acted, or the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActingRole {
    /// A member of staff with this role.
    Staff(RoleId),
    /// The program itself.
    Program,
}

impl ActingRole {
    /// In which role somebody acts; none for players and people outside the ladder.
    pub fn of(actor: Actor) -> Option<ActingRole> {
        match actor.who {
            Who::Staff(role) => Some(ActingRole::Staff(role)),
            Who::System => Some(ActingRole::Program),
            Who::Seat(_) | Who::Patron(_) | Who::Outside(_) => None,
        }
    }

    /// Whoever acts with it.
    pub const fn who(self) -> Who {
        match self {
            ActingRole::Staff(role) => Who::Staff(role),
            ActingRole::Program => Who::System,
        }
    }
}

impl<C> Encode<C> for ActingRole {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), EncodeError<W::Error>> {
        let stored = match self {
            ActingRole::Staff(role) => role.0,
            ActingRole::Program => STORED_PROGRAM,
        };
        e.u8(stored)?.ok()
    }
}

impl<'b, C> Decode<'b, C> for ActingRole {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<ActingRole, DecodeError> {
        Ok(match d.u8()? {
            STORED_PROGRAM => ActingRole::Program,
            role => ActingRole::Staff(RoleId(role)),
        })
    }
}
