//! The stored form of cards and ranks: numbers, checked when they are read.

use crate::card::{Card, CardId};
use crate::rank::HandRank;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};

impl<C> Encode<C> for CardId {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.u8(self.number() as u8)?.ok()
    }
}

impl<'b, C> Decode<'b, C> for CardId {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<CardId, decode::Error> {
        let at = d.position();
        CardId::new(d.u8()?).ok_or_else(|| decode::Error::message("there are 52 cards, 0 to 51").at(at))
    }
}

impl<C> Encode<C> for Card {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.id().encode(e, ctx)
    }
}

impl<'b, C> Decode<'b, C> for Card {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Card, decode::Error> {
        CardId::decode(d, ctx).map(CardId::card)
    }
}

impl<C> Encode<C> for HandRank {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.u32(self.code())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for HandRank {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<HandRank, decode::Error> {
        d.u32().map(HandRank::from_code)
    }
}
