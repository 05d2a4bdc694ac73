//! A table to tell things to, and what it answered.

use cards::{ShuffleKey, Shuffler};
use engine::{Actor, Moment, Who};
use room::table::{Command, Event, HandResult, Lineup, Origin, Person, Reason, RoomTable, Sign, Table};
use room::{ChipAmount, Hand, HandRules, Seats, Structure, Stub};
use rulebook::room::RoomBook;
use rulebook::{RoleId, Ruled};
use std::sync::OnceLock;

pub(crate) const DEALER: Who = Who::Staff(RoleId(0));
pub(crate) const MANAGER: Who = Who::Staff(RoleId(2));

pub(crate) fn book() -> &'static RoomBook {
    static BOOK: OnceLock<RoomBook> = OnceLock::new();
    BOOK.get_or_init(|| RoomBook::open("crown-melbourne-poker-13.0").expect("the book loads"))
}

/// A table with its machine; time stands until it is moved.
pub(crate) struct Try {
    pub(crate) machine: Table<'static>,
    pub(crate) table: RoomTable,
    pub(crate) said: Vec<Ruled<Event>>,
    pub(crate) now: u64,
}

/// No limit with blinds of 5 and 10.
pub(crate) fn no_limit(game: &str, deck: usize) -> Sign {
    let game = book().game(game, deck).expect("the book has the game");
    let mut sign = Sign::plain(game, Structure::NoLimit { least: 10 }, 200);
    sign.blinds = vec![5, 10];
    sign.show_all();
    sign
}

impl Try {
    /// A table that is open.
    pub(crate) fn open(seats: usize, sign: Sign) -> Try {
        let machine = Table::new(book());
        let mut this = Try { machine, table: RoomTable::new(seats), said: Vec::new(), now: 0 };
        this.ok(DEALER, Command::Open(Box::new(sign)));
        this
    }

    /// The same with players at these seats, numbered as people count them.
    pub(crate) fn with_players(seats: usize, sign: Sign, players: impl IntoIterator<Item = u8>) -> Try {
        let mut this = Try::open(seats, sign);
        for seat in players {
            this.sit(seat, 1000);
        }
        this
    }

    pub(crate) fn tell(&mut self, who: Who, command: Command) -> Result<Vec<Ruled<Event>>, (Reason, String)> {
        let actor = Actor { who, at: Moment(self.now) };
        let before = self.table.clone();
        let from = self.said.len();
        match self.machine.tell(&mut self.table, actor, &command, &mut self.said) {
            Ok(()) => {
                assert!(self.table.accounted(), "chips are lost by {command:?}");
                assert!(self.said.len() > from, "{command:?} did nothing");
                Ok(self.said[from..].to_vec())
            }
            Err(refusal) => {
                assert_eq!(self.table, before, "a refusal changes nothing");
                Err((refusal.reason, book().clause(refusal.cite).label.clone()))
            }
        }
    }

    #[track_caller]
    pub(crate) fn ok(&mut self, who: Who, command: Command) -> Vec<Ruled<Event>> {
        let told = format!("{command:?}");
        self.tell(who, command).unwrap_or_else(|why| panic!("{told} was refused: {why:?}"))
    }

    /// Refused for this reason, under this clause.
    #[track_caller]
    pub(crate) fn no(&mut self, who: Who, command: Command, reason: Reason, clause: &str) {
        let told = format!("{command:?}");
        match self.tell(who, command) {
            Ok(_) => panic!("{told} was accepted"),
            Err(why) => assert_eq!(why, (reason, clause.to_string()), "{told}"),
        }
    }

    /// Person n takes seat n.
    #[track_caller]
    pub(crate) fn sit(&mut self, seat: u8, chips: ChipAmount) {
        let sit = Command::Sit { person: person(seat), seat: seat - 1, chips, from: Origin::New };
        self.ok(MANAGER, sit);
    }

    /// Button, blinds and those dealt in, numbered as people count them.
    #[track_caller]
    pub(crate) fn start(&mut self) -> (u8, Vec<(u8, ChipAmount)>, Vec<u8>) {
        let events = self.ok(DEALER, Command::Start);
        let button = self.table.turn().expect("there is a button").button + 1;
        let lineup = self.lineup();
        let blinds = lineup.seats.iter().zip(lineup.terms.blinds).filter(|(_, chips)| *chips != 0);
        let blinds = blinds.map(|(seat, chips)| (seat + 1, chips)).collect();
        let dealt = lineup.seats.iter().map(|seat| seat + 1).collect();
        assert!(matches!(events.last().map(|said| &said.value), Some(Event::Started(_))));
        (button, blinds, dealt)
    }

    pub(crate) fn lineup(&self) -> Lineup {
        self.table.hand().expect("a hand is on").clone()
    }

    /// The hand ends: these people win a pot of that size in equal shares, paid by the others.
    pub(crate) fn won_by(&mut self, winners: &[u8], pot: ChipAmount) {
        let lineup = self.lineup();
        let positions: Vec<usize> =
            winners.iter().map(|&who| lineup.position(self.seat(who)).expect("was dealt in")).collect();
        let losers = (0..lineup.seats.len()).find(|at| !positions.contains(at)).expect("somebody loses");
        let mut stacks = lineup.stacks.clone();
        stacks[losers] -= pot;
        for &at in &positions {
            stacks[at] += pot / positions.len() as ChipAmount;
        }
        let winners = positions.iter().fold(Seats::NONE, |all, &at| all.with(at));
        self.ok(DEALER, Command::Finish(HandResult { stacks, pot, winners, commission: 0, void: false }));
    }

    /// A whole hand that one player wins.
    pub(crate) fn hand_won_by(&mut self, winner: u8, pot: ChipAmount) {
        self.ok(DEALER, Command::Start);
        self.won_by(&[winner], pot);
    }

    /// The hand of the lineup with its machine, posts in and first cards out.
    pub(crate) fn dealt(&self) -> (HandRules<'static>, Hand) {
        let room = self.machine.room(&self.table).expect("a hand is on");
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
        let mut hand = self.lineup().hand(Stub::shuffled(room.game().deck.value.0, &mut shuffler));
        let mut said = Vec::new();
        for command in [room::Command::Post, room::Command::Deal] {
            room.tell(&mut hand, &command, &mut said).expect("the lineup can be played");
        }
        (room, hand)
    }

    /// The seat of a person, from 0.
    pub(crate) fn seat(&self, who: u8) -> u8 {
        self.table.seat_of(person(who)).expect("is seated")
    }

    /// The clauses of the events of a kind.
    pub(crate) fn clause(said: &[Ruled<Event>], wanted: impl Fn(&Event) -> bool) -> String {
        let found = said.iter().find(|said| wanted(&said.value)).expect("it was said");
        book().clause(found.cite).label.clone()
    }
}

pub(crate) fn person(number: u8) -> Person {
    Person(u64::from(number))
}
