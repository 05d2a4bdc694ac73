//! The stored form of amounts, rates and odds: whole numbers, checked when they are read.

use crate::{MicroCents, Money, Rate, Unit};
use minicbor::data::{Int, Type};
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};

impl<C> Encode<C> for Money {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.i64(self.cents())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Money {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Money, decode::Error> {
        d.i64().map(Money::from_cents)
    }
}

// A whole number where it fits one, as every meter's value does; sixteen bytes, highest first, beyond.
impl<C> Encode<C> for MicroCents {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        match Int::try_from(self.micro_cents()) {
            Ok(int) => e.int(int)?.ok(),
            Err(_) => e.bytes(&self.micro_cents().to_be_bytes())?.ok(),
        }
    }
}

impl<'b, C> Decode<'b, C> for MicroCents {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<MicroCents, decode::Error> {
        let at = d.position();
        if d.datatype()? != Type::Bytes {
            return d.int().map(|int| MicroCents::from_micro_cents(i128::from(int)));
        }
        let wide = <[u8; 16]>::try_from(d.bytes()?).map(i128::from_be_bytes);
        match wide {
            Ok(count) if Int::try_from(count).is_err() => Ok(MicroCents::from_micro_cents(count)),
            _ => {
                Err(decode::Error::message("an amount is sixteen bytes only where no number holds it").at(at))
            }
        }
    }
}

impl<C> Encode<C> for Rate {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.u32(self.ppm())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Rate {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Rate, decode::Error> {
        let at = d.position();
        Rate::from_ppm(d.u32()?).map_err(|error| decode::Error::message(error).at(at))
    }
}

impl<C> Encode<C> for Unit {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.amount().encode(e, ctx)
    }
}

impl<'b, C> Decode<'b, C> for Unit {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Unit, decode::Error> {
        let at = d.position();
        Unit::new(Money::decode(d, ctx)?).map_err(|error| decode::Error::message(error).at(at))
    }
}

#[cfg(test)]
mod tests {
    use crate::{MicroCents, Money, Odds, Rate, Rounding};
    use proptest::prelude::*;
    use std::fmt::Debug;

    fn kept<T>(value: T) -> Vec<u8>
    where
        T: minicbor::Encode<()> + for<'b> minicbor::Decode<'b, ()> + PartialEq + Debug,
    {
        let bytes = minicbor::to_vec(&value).unwrap();
        assert_eq!(minicbor::decode::<T>(&bytes).unwrap(), value);
        bytes
    }

    proptest! {
        #[test]
        fn amounts_come_back(cents: i64, micro: i128, small: i64, ppm in 0..=1_000_000u32) {
            kept(Money::from_cents(cents));
            kept(MicroCents::from_micro_cents(micro));
            let short = kept(MicroCents::from_micro_cents(small.into()));
            prop_assert!(short.len() <= 9);
            kept(Rate::from_ppm(ppm).unwrap());
        }

        #[test]
        fn odds_and_roundings_come_back(num: u32, den in 1..=u32::MAX, chip in 1..=i64::MAX) {
            kept(Odds::to(num, den).unwrap());
            kept(Odds::for_every(num, den).unwrap());
            kept(Rounding::up_to(Money::from_cents(chip)).unwrap());
            kept(Rounding::down_to(Money::from_cents(chip)).unwrap());
        }
    }

    #[test]
    fn at_the_edges_of_a_number() {
        for edge in [u64::MAX as i128, -1 - u64::MAX as i128] {
            assert_eq!(kept(MicroCents::from_micro_cents(edge)).len(), 9);
            assert_eq!(kept(MicroCents::from_micro_cents(edge + edge.signum())).len(), 17);
        }
        kept(MicroCents::from_micro_cents(i128::MAX));
        kept(MicroCents::from_micro_cents(i128::MIN));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(minicbor::decode::<Rate>(&minicbor::to_vec(1_000_000u32).unwrap()).is_ok());
        assert!(minicbor::decode::<Rate>(&minicbor::to_vec(1_000_001u32).unwrap()).is_err());
        // "3 to 0", and a rounding to a chip of nothing.
        assert!(minicbor::decode::<Odds>(&[0x82, 0x00, 0x82, 0x03, 0x01]).is_ok());
        assert!(minicbor::decode::<Odds>(&[0x82, 0x00, 0x82, 0x03, 0x00]).is_err());
        assert!(minicbor::decode::<Rounding>(&[0x82, 0x00, 0x01]).is_ok());
        assert!(minicbor::decode::<Rounding>(&[0x82, 0x00, 0x00]).is_err());
        // A number written as bytes although it would fit, and bytes that are no number.
        let mut wide = vec![0x50];
        wide.extend(7i128.to_be_bytes());
        assert!(minicbor::decode::<MicroCents>(&wide).is_err());
        assert!(minicbor::decode::<MicroCents>(&[0x41, 0x07]).is_err());
    }
}
