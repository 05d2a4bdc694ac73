//! A scripted evening at the tables of a room: all that can happen between hands happens once, to hear which clauses
//! are cited.

use super::Table;
use super::command::{Command, Origin};
use super::lineup::HandResult;
use super::notices::Notice;
use super::sign::{KillTerms, Rake, Sign};
use super::state::{Person, RoomTable};
use crate::declarations::ExtraTime;
use crate::seats::Seats;
use crate::terms::{ChipAmount, Commission, Structure};
use cards::CardId;
use engine::{Actor, Moment, Who};
use rulebook::room::{Posts, RoomBook, RoomGame};
use rulebook::{Cite, RoleId};

/// The clauses that a table cites through an evening in which everything happens, refusals among them, in the order
/// in which they were first heard.
pub fn cited(book: &RoomBook) -> Vec<Cite> {
    let mut heard = Vec::new();
    for game in &book.games {
        Evening::new(book, &mut heard).game(game);
    }
    // One game with blinds is enough for what does not depend on the game.
    let with_blinds = |game: &&RoomGame| game.posts.value == Posts::Blinds;
    for hi_lo in [false, true] {
        let wanted = |game: &&RoomGame| game.is_hi_lo() == hi_lo;
        let Some(game) = book.games.iter().filter(with_blinds).find(wanted) else { continue };
        Evening::new(book, &mut heard).people(game);
        Evening::new(book, &mut heard).around_the_button(game);
        Evening::new(book, &mut heard).kill_pots(game);
        Evening::new(book, &mut heard).charges_and_changes(game);
    }
    heard
}

const DEALER: Who = Who::Staff(RoleId(0));

struct Evening<'b, 'h> {
    machine: Table<'b>,
    table: RoomTable,
    /// The highest rung, which may do everything between hands.
    above: Who,
    now: u64,
    heard: &'h mut Vec<Cite>,
}

/// A sign for a game, with all posts that it needs.
fn sign(game: &RoomGame) -> Sign {
    let mut sign = Sign::plain(game, Structure::Fixed { small: 10, big: 20, small_rounds: 2 }, 200);
    match game.posts.value {
        Posts::Blinds => sign.blinds = vec![5, 10],
        Posts::Antes => sign.ante = 5,
        Posts::AntesAndBringIn => (sign.ante, sign.bring_in) = (1, 10),
        Posts::Nothing => sign.unit = 5,
    }
    sign.show_all();
    sign
}

impl<'b, 'h> Evening<'b, 'h> {
    fn new(book: &'b RoomBook, heard: &'h mut Vec<Cite>) -> Evening<'b, 'h> {
        let above = Who::Staff(RoleId(book.ladder.roles.len().saturating_sub(1) as u8));
        Evening { machine: Table::new(book), table: RoomTable::new(crate::MOST), above, now: 0, heard }
    }

    fn tell(&mut self, who: Who, command: Command) {
        let (actor, mut said) = (Actor { who, at: Moment(self.now) }, Vec::new());
        let told = self.machine.tell(&mut self.table, actor, &command, &mut said);
        let refused = told.err().map(|refusal| refusal.cite);
        for cite in said.iter().map(|said| said.cite).chain(refused) {
            if !self.heard.contains(&cite) {
                self.heard.push(cite);
            }
        }
    }

    fn open(&mut self, sign: Sign) {
        self.tell(self.above, Command::Open(Box::new(sign)));
    }

    fn sit(&mut self, seats: std::ops::Range<u8>) {
        for seat in seats {
            self.sit_at(200 + u64::from(seat), seat, Origin::New);
        }
    }

    fn sit_at(&mut self, person: u64, seat: u8, from: Origin) {
        self.tell(self.above, Command::Sit { person: Person(person), seat, chips: 1000, from });
    }

    /// A hand in which these seats share a pot.
    fn hand(&mut self, winners: &[u8], pot: ChipAmount) {
        self.tell(DEALER, Command::Start);
        self.finish(winners, pot, 0);
    }

    fn finish(&mut self, winners: &[u8], pot: ChipAmount, commission: ChipAmount) {
        let Some(lineup) = self.table.hand() else { return };
        let at: Vec<usize> = winners.iter().filter_map(|&seat| lineup.position(seat)).collect();
        let others = (0..lineup.seats.len()).filter(|position| !at.contains(position));
        let Some(loser) = others.max_by_key(|&position| lineup.stacks[position]) else { return };
        let mut stacks = lineup.stacks.clone();
        let pot = pot.min(stacks[loser]);
        stacks[loser] -= pot;
        let share = (pot - commission) / at.len().max(1) as ChipAmount;
        at.iter().for_each(|&position| stacks[position] += share);
        let began: ChipAmount = lineup.stacks.iter().sum();
        let commission = began - stacks.iter().sum::<ChipAmount>();
        let winners = at.iter().fold(Seats::NONE, |all, &position| all.with(position));
        self.tell(DEALER, Command::Finish(HandResult { stacks, pot, winners, commission, void: false }));
    }

    /// Every game is opened, filled beyond its most, and two hands are played.
    fn game(&mut self, game: &RoomGame) {
        for notice in Notice::ALL {
            let mut lacking = sign(game);
            lacking.shows = lacking.shows.without(notice);
            if lacking.required().any(|required| required == notice) {
                self.open(lacking);
                break;
            }
        }
        self.open(Sign { deck: 1, ..sign(game) });
        self.open(Sign { chip: 0, ..sign(game) });
        self.open(Sign { unit: 7, bring_in: 7, ..sign(game) });
        let mut with_jackpot = Sign { jackpot: true, ..sign(game) };
        self.open(with_jackpot.clone());
        with_jackpot.show_all();
        self.open(with_jackpot);
        let raked = Rake::Percentage { ppm: 50_000, cap: 10 };
        self.open(Sign { rake: raked, ..sign(game) });
        self.tell(self.above, Command::Close);
        self.open(sign(game));
        self.sit(0..crate::MOST as u8);
        self.sit_at(299, 0, Origin::New);
        let first = self.machine.next(&self.table).and_then(|next| next.dealt.first().copied()).unwrap_or(0);
        self.tell(DEALER, Command::Straddle { seat: 2 });
        self.hand(&[first], 20);
        self.tell(DEALER, Command::Start);
        self.tell(DEALER, Command::Start);
        self.finish(&[first], 20, 0);
    }

    fn people(&mut self, game: &RoomGame) {
        self.tell(DEALER, Command::Start);
        self.open(Sign { over_blinds: 3, ..sign(game) });
        // Two want the same seat.
        for person in [1, 2] {
            self.tell(DEALER, Command::Claim { person: Person(person), seat: 4 });
        }
        self.sit_at(1, 4, Origin::New);
        let card = |number: u8| CardId::new(number).map(CardId::card);
        let cards =
            [1u8, 2].iter().filter_map(|&n| card(n).map(|card| (Person(u64::from(n)), card))).collect();
        self.tell(DEALER, Command::Draw { seat: 4, cards });
        self.tell(self.above, Command::Sit { person: Person(50), seat: 9, chips: 5, from: Origin::New });
        self.sit_at(2, 4, Origin::New);
        self.sit_at(2, 5, Origin::New);
        self.sit(0..4);
        self.sit(5..8);
        self.tell(Who::Seat(2), Command::Straddle { seat: 2 });
        self.tell(Who::Seat(3), Command::Straddle { seat: 3 });
        self.tell(Who::Seat(7), Command::Straddle { seat: 7 });
        self.tell(DEALER, Command::Start);
        self.tell(Who::Seat(0), Command::Buy { seat: 0, chips: 100 });
        self.tell(DEALER, Command::Fold { seat: 0 });
        self.tell(Who::Seat(0), Command::Buy { seat: 0, chips: 100 });
        self.tell(Who::Seat(0), Command::Buy { seat: 0, chips: -100 });
        self.tell(Who::Seat(0), Command::Remove { seat: 0, chips: 50 });
        self.finish(&[1], 50, 0);
        self.absences();
        self.moves();
        self.tell(
            DEALER,
            Command::Finish(HandResult {
                stacks: Vec::new(),
                pot: 0,
                winners: Seats::NONE,
                commission: 0,
                void: false,
            }),
        );
    }

    /// Blinds missed and made up for, players picked up, conditions for new ones.
    fn absences(&mut self) {
        self.tell(Who::Seat(2), Command::SitOut { seat: 2 });
        self.hand(&[1], 20);
        self.tell(Who::Seat(2), Command::Walk { seat: 2 });
        self.tell(Who::Seat(2), Command::Return { seat: 2, post: true });
        self.tell(Who::Seat(2), Command::Return { seat: 2, post: true });
        self.tell(Who::Seat(5), Command::SitOut { seat: 5 });
        self.tell(Who::Seat(5), Command::Return { seat: 5, post: true });
        self.tell(Who::Seat(5), Command::Return { seat: 5, post: false });
        self.tell(Who::Seat(4), Command::Walk { seat: 4 });
        for _ in 0..3 {
            self.hand(&[1], 20);
        }
        self.tell(DEALER, Command::PickUp { seat: 4 });
        self.tell(self.above, Command::PickUp { seat: 3 });
        self.tell(self.above, Command::PickUp { seat: 4 });
        self.tell(DEALER, Command::Join(Person(60)));
        self.sit_at(61, 4, Origin::New);
        self.now += 60;
        self.tell(DEALER, Command::ComeBack(Person(2)));
        self.tell(Who::Seat(6), Command::Walk { seat: 6 });
        self.tell(self.above, Command::PickUp { seat: 6 });
        self.now += 3600;
        self.tell(DEALER, Command::ComeBack(Person(206)));
        self.tell(DEALER, Command::Quit(Person(60)));
        self.sit_at(2, 4, Origin::New);
        self.tell(self.above, Command::Impose { seat: 4, post: false });
        self.hand(&[1], 20);
        self.tell(self.above, Command::Impose { seat: 4, post: true });
        self.hand(&[1], 20);
        self.tell(DEALER, Command::Quit(Person(206)));
    }

    /// Seats left, moved to, wanted; the dead button; a new player at the button.
    fn moves(&mut self) {
        for from in [Origin::New, Origin::Moved] {
            let Some(turn) = self.table.turn().cloned() else { return };
            let (small, large) =
                (turn.blinds.first().copied().unwrap_or(0), turn.blinds.last().copied().unwrap_or(0));
            self.tell(DEALER, Command::Leave { seat: small });
            self.sit_at(70 + self.now, small, from);
            self.hand(&[large], 20);
            let large = self.table.turn().and_then(|turn| turn.blinds.last().copied()).unwrap_or(0);
            self.tell(DEALER, Command::Leave { seat: large });
            for _ in 0..3 {
                self.hand(&[1], 20);
            }
            self.now += 1;
        }
        let free: Vec<u8> = (0..crate::MOST as u8).filter(|&seat| self.table.is_free(seat)).collect();
        let first_free = free.first().copied().unwrap_or(0);
        let taken: Vec<(u8, Person)> =
            self.table.taken().map(|(seat, seated)| (seat, seated.person)).collect();
        if let Some(&(_, person)) = taken.first() {
            self.tell(DEALER, Command::Claim { person, seat: first_free });
            self.sit_at(90, first_free, Origin::New);
        }
        // Whoever can goes wherever it is possible, near and far.
        for (seat, person) in taken {
            for to in (0..crate::MOST as u8).rev() {
                let Some(seat) = self.table.seat_of(person).filter(|at| *at == seat) else { break };
                self.tell(DEALER, Command::Move { seat, to, post: to % 2 == 0 });
            }
            self.hand(&[seat], 20);
        }
    }

    /// Who has paid the blinds takes the seat of the button; who sits down behind it waits.
    fn around_the_button(&mut self, game: &RoomGame) {
        self.open(sign(game));
        self.sit(0..9);
        (0..6).for_each(|_| self.hand(&[8], 20));
        let button = self.machine.next(&self.table).and_then(|next| next.button).unwrap_or(0);
        self.tell(DEALER, Command::Leave { seat: button });
        self.tell(DEALER, Command::Move { seat: button.saturating_sub(4), to: button, post: false });
        self.hand(&[8], 20);
        let Some(next) = self.machine.next(&self.table) else { return };
        let small = next.blinds.first().map_or(0, |(seat, _)| *seat);
        self.tell(DEALER, Command::Leave { seat: small });
        self.hand(&[8], 20);
        self.sit_at(300, small, Origin::ClosedGame);
        self.tell(DEALER, Command::Leave { seat: button });
        self.sit_at(301, button, Origin::New);
        self.hand(&[8], 20);
        self.hand(&[8], 20);
    }

    /// Every way of the Kill Button.
    fn kill_pots(&mut self, game: &RoomGame) {
        let mut with_kill = sign(game);
        with_kill.kill = Some(KillTerms { qualifying: 50, wager: 20, structure: with_kill.structure });
        with_kill.show_all();
        self.open(Sign {
            kill: with_kill.kill.map(|kill| KillTerms { wager: 1, ..kill }),
            ..with_kill.clone()
        });
        self.open(Sign { rake: Rake::PerPerson(1), ..with_kill.clone() });
        let mut by_person = Sign { rake: Rake::PerPerson(1), ..with_kill };
        by_person.show_all();
        self.open(by_person);
        self.sit(0..5);
        type Pot = (&'static [u8], ChipAmount);
        let pots: [Pot; 17] = [
            (&[1], 40),
            (&[1, 2], 60),
            (&[1], 60),
            (&[1], 40),
            (&[2], 60),
            (&[2, 3], 60),
            (&[2], 60),
            (&[3], 40),
            (&[3], 60),
            (&[3], 60),
            (&[3], 40),
            (&[1], 40),
            (&[1], 60),
            (&[1], 60),
            (&[2], 60),
            (&[2], 60),
            (&[1, 2], 60),
        ];
        for (winners, pot) in pots {
            self.hand(winners, pot);
        }
        // Refused, and back while the button is free, with a Leg Up, with a Kill.
        for others in 0..3 {
            self.hand(&[1], 60);
            self.hand(&[1], 60);
            self.tell(Who::Seat(1), Command::SitOut { seat: 1 });
            for _ in 0..others {
                self.hand(&[2], 60);
            }
            self.tell(Who::Seat(1), Command::Return { seat: 1, post: others > 0 });
            self.tell(Who::Seat(1), Command::Return { seat: 1, post: false });
            self.hand(&[3, 4], 60);
            self.hand(&[3, 4], 60);
        }
        let rake = Rake::Percentage { ppm: 50_000, cap: 10 };
        self.tell(self.above, Command::Vary { rake, hourly: None, sign_changed: true });
        self.hand(&[1], 60);
        self.hand(&[1], 60);
        self.tell(Who::Seat(1), Command::SitOut { seat: 1 });
    }

    /// Commission of each kind, another game, closing.
    fn charges_and_changes(&mut self, game: &RoomGame) {
        let mut full = sign(game);
        full.hourly = Some(14);
        full.extra_time = Some(ExtraTime { seconds: 30, times: 2, fee: 5 });
        full.stand_alone = true;
        full.show_all();
        self.open(Sign { blinds: vec![1, 2], ..full.clone() });
        for notice in Notice::ALL {
            self.open(Sign { shows: full.shows.without(notice), ..full.clone() });
            if self.table.sign().is_some() {
                break;
            }
        }
        self.open(full.clone());
        self.sit(0..5);
        self.tell(DEALER, Command::Start);
        self.tell(self.above, Command::VerifyTime);
        self.tell(DEALER, Command::CollectTime);
        self.tell(DEALER, Command::CollectTime);
        self.tell(DEALER, Command::VerifyTime);
        self.tell(self.above, Command::Close);
        self.tell(self.above, Command::VerifyTime);
        let nil = (Rake::Nil, None);
        let too_much = (Rake::Percentage { ppm: 500_000, cap: 10 }, None);
        let percentage = (Rake::Percentage { ppm: 50_000, cap: 10 }, None);
        let without_cap = (Rake::Percentage { ppm: 50_000, cap: 0 }, None);
        let fees = [(Rake::PerHand(vec![]), None), (Rake::PerHand(vec![(2, 3)]), None)];
        let people = [(Rake::PerPerson(0), None), (Rake::PerPerson(1), None), (Rake::Nil, Some(-1))];
        for (rake, hourly) in [nil, too_much, without_cap, percentage].into_iter().chain(fees).chain(people) {
            let vary = |sign_changed| Command::Vary { rake: rake.clone(), hourly, sign_changed };
            self.tell(DEALER, vary(true));
            self.tell(self.above, vary(false));
            self.tell(self.above, vary(true));
            self.tell(DEALER, Command::Start);
            self.tell(self.above, vary(true));
            let taken = match self.table.hand().map(|hand| hand.terms.commission) {
                Some(
                    Commission::Percentage { .. } | Commission::PerPerson(_) | Commission::Several { .. },
                ) => 5,
                Some(Commission::PerHand(fee)) => fee,
                Some(Commission::None) | None => 0,
            };
            self.tell(DEALER, Command::BuyTime { seat: 1 });
            self.finish(&[1], 100, 50);
            self.finish(&[1], 100, taken);
        }
        self.tell(self.above, Command::Vary { rake: Rake::Nil, hourly: None, sign_changed: false });
        self.changes(game);
    }

    fn changes(&mut self, game: &RoomGame) {
        let mut higher = sign(game);
        higher.structure = Structure::Fixed { small: 20, big: 40, small_rounds: 2 };
        higher.blinds = vec![10, 20];
        self.tell(self.above, Command::Change);
        self.tell(self.above, Command::Announce(Box::new(Sign { hourly: Some(14), ..sign(game) })));
        for new in [higher.clone(), sign(game), higher] {
            self.tell(DEALER, Command::Announce(Box::new(new.clone())));
            self.tell(self.above, Command::Announce(Box::new(new)));
            self.tell(Who::Seat(0), Command::Agree { seat: 0 });
            self.tell(self.above, Command::Change);
            for seat in 1..3 {
                self.tell(Who::Seat(usize::from(seat)), Command::Agree { seat });
            }
            self.tell(DEALER, Command::Start);
            self.tell(self.above, Command::Change);
            self.finish(&[1], 50, 0);
            self.tell(self.above, Command::Change);
            self.tell(DEALER, Command::ShowMinimum(20));
            self.now += 20 * 60;
            self.tell(self.above, Command::Change);
        }
        self.tell(self.above, Command::Announce(Box::new(sign(game))));
        (0..3).for_each(|_| self.hand(&[1], 20));
        self.tell(self.above, Command::Change);
        self.tell(self.above, Command::Close);
        self.tell(DEALER, Command::AnnounceClose);
        self.tell(self.above, Command::AnnounceClose);
        self.tell(Who::Seat(0), Command::AgreeClose { seat: 0 });
        (0..3).for_each(|_| self.hand(&[1], 20));
        self.tell(self.above, Command::Close);
    }
}
