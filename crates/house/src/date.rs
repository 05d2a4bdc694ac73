//! Calendar dates of gaming days. Nobody here asks a clock: a date is told.

use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use std::fmt;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: u16,
    month: u8,
}

impl Date {
    /// A date from 1 January 1900 on, where the calendar has it.
    ///
    /// ```
    /// use house::Date;
    ///
    /// assert!(Date::new(2028, 2, 29).is_some());
    /// assert!(Date::new(2026, 2, 29).is_none());
    /// ```
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let known = year >= 1900 && year <= 9999 && month >= 1 && month <= 12;
        if known && day >= 1 && day <= days_in(year, month) { Some(Date { year, month, day }) } else { None }
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month it lies in.
    pub const fn month(self) -> Month {
        Month { year: self.year, month: self.month }
    }

    /// The day of its month, from 1.
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The week it lies in, counted from Monday to Sunday: two dates of one week have the same number.
    pub fn week(self) -> u32 {
        // 1 January 1900 was a Monday.
        self.number() / 7
    }

    /// Days since 1 January 1900.
    pub fn number(self) -> u32 {
        let years: u32 = (1900..self.year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
        let months: u32 = (1..self.month).map(|month| u32::from(days_in(self.year, month))).sum();
        years + months + u32::from(self.day) - 1
    }
}

impl Month {
    /// A month of a year from 1900 on.
    pub const fn new(year: u16, month: u8) -> Option<Month> {
        match Date::new(year, month, 1) {
            Some(date) => Some(date.month()),
            None => None,
        }
    }

    /// The month after.
    #[must_use]
    pub const fn next(self) -> Month {
        match self.month {
            12 => Month { year: self.year + 1, month: 1 },
            month => Month { year: self.year, month: month + 1 },
        }
    }
}

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

const fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.year, self.month)
    }
}

// Stored as people would write it without a comma: 20260130, and 202601 for a month.
impl<C> Encode<C> for Date {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        let (year, month, day) = (u32::from(self.year), u32::from(self.month), u32::from(self.day));
        e.u32(year * 10_000 + month * 100 + day)?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Date {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Date, decode::Error> {
        let (at, number) = (d.position(), d.u32()?);
        let year = u16::try_from(number / 10_000).unwrap_or_default();
        let date = Date::new(year, (number / 100 % 100) as u8, (number % 100) as u8);
        date.ok_or_else(|| decode::Error::message("the calendar has no such day").at(at))
    }
}

impl<C> Encode<C> for Month {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.u32(u32::from(self.year) * 100 + u32::from(self.month))?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Month {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Month, decode::Error> {
        let (at, number) = (d.position(), d.u32()?);
        let month = Month::new(u16::try_from(number / 100).unwrap_or_default(), (number % 100) as u8);
        month.ok_or_else(|| decode::Error::message("the calendar has no such month").at(at))
    }
}
