//! One person, one file: what a patron's file holds reaches every table of the operator and no other's; files from
//! before, opened under one book, are read, kept apart by number and linked by two persons.

use engine::stored::{ENCODING, encode_value};
use engine::{Actor, Machine, Moment, PatronId, TableNumber};
use floor::demo::{Chance, MANAGERS, furnish};
use floor::reconcile::reconcile;
use floor::table::Command;
use floor::{By, CommandOutcome, Floor, HandClock, Options, TableName, book, book_file};
use house::{
    Date, FileName, LimitOf, PatronCommand as P, PatronFile, Patrons, Period, Person, Signature,
    SignedCommand, Source,
};
use money::Money;
use std::sync::{Arc, Mutex};
use store::{Append, CommandId as Id, MemoryStore, NewEvent, RecordForm, Store, Stream, Vault, When};

const MISSISSIPPI: &str = "crown-melbourne-mississippi-stud-3.0";
const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1";
const STAR: &str = "star-sydney-mississippi-stud-4";
/// Books, and the number of the first table of each.
const PLACES: [(&str, TableNumber); 3] =
    [(MISSISSIPPI, TableNumber(1)), (THREE_CARD, TableNumber(11)), (STAR, TableNumber(21))];
const CLERK: By = By { person: Person::Staff(MANAGERS[0]), second: None };
const BOTH: By = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };

/// A floor with a table of each of two books of one operator, and one of another operator.
struct Casino {
    floor: Arc<Floor>,
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    clock: Arc<HandClock>,
    chance: Mutex<Chance>,
}

fn open(store: &Arc<dyn Store>, vault: &Arc<Vault>, clock: &Arc<HandClock>) -> Arc<Floor> {
    let options = Options { threads: 0, clock: Arc::clone(clock) as _, ..Options::default() };
    Floor::open(Arc::clone(store), Arc::clone(vault), options).unwrap()
}

fn dollars(dollars: i64) -> Money {
    Money::from_cents(dollars * 100)
}

fn day() -> Date {
    Date::new(2026, 11, 15).unwrap()
}

fn own(number: PatronId) -> By {
    By::alone(Person::Patron(number))
}

fn exclude() -> P {
    P::Exclude { until: None }
}

fn loss_limit(amount: i64) -> P {
    P::SetLimit { of: LimitOf::Loss(Period::Day), to: Some(dollars(amount)) }
}

impl Casino {
    fn new() -> Casino {
        Casino::on(Arc::new(MemoryStore::new()))
    }

    fn on(store: Arc<dyn Store>) -> Casino {
        let (vault, clock) = (Arc::new(Vault::from_bytes([7; 32])), Arc::new(HandClock::default()));
        let floor = open(&store, &vault, &clock);
        for place in PLACES {
            furnish(&floor, place, (1, 0), &|time| clock.pass(time)).unwrap();
        }
        Casino { floor, store, vault, clock, chance: Mutex::new(Chance::new(77)) }
    }

    fn restart(&mut self) {
        self.floor.close();
        self.floor = open(&self.store, &self.vault, &self.clock);
    }

    fn id(&self) -> Id {
        self.chance.lock().unwrap().id()
    }

    fn ask(&self, at: (&str, PatronId), by: By, what: P) -> Result<(), (String, String)> {
        self.ask_as(self.id(), at, by, what).map(|_| ())
    }

    /// Done, and whether it was done before; or why not, with the clause.
    fn ask_as(
        &self,
        id: Id,
        (of, number): (&str, PatronId),
        by: By,
        what: P,
    ) -> Result<bool, (String, String)> {
        match self.floor.ask_patron((of, number), (id, by), what) {
            Ok(CommandOutcome::Done(done)) => Ok(done.again),
            Ok(CommandOutcome::Refused(refusal)) => {
                Err((refusal.reason.to_string(), book(of).unwrap().label(refusal.cite).to_string()))
            }
            Err(floor::FloorError::Refused { why, clause }) => Err((why, clause)),
            other => panic!("{other:?}"),
        }
    }

    fn welcome(&self, of: &str, number: PatronId) {
        self.ask((of, number), BOTH, P::Register { number, name: "Pat".into(), day: day() }).unwrap();
        if book(of).unwrap().table.patrons.is_some() {
            self.ask((of, number), BOTH, P::IssueCard { card: u64::from(number.0) }).unwrap();
        }
        let amount = dollars(1_000);
        self.ask((of, number), BOTH, P::Deposit { amount, from: Source::Cash }).unwrap();
    }

    fn table(&self, of: &str) -> Stream {
        let stream = |desk: &Arc<floor::StreamWriter<floor::BankedTable>>| desk.stream().clone();
        let here = |stream: &Stream| TableName::of(stream).is_some_and(|name| name.book == of);
        self.floor.tables().iter().map(stream).find(here).unwrap()
    }

    /// Sits down, or why not.
    fn sit(&self, of: &str, seat: u8, patron: PatronId) -> Result<(), (String, String)> {
        let (table, by) = (self.table(of), own(patron));
        let card = book(of).unwrap().table.patrons.as_ref().map(|_| u64::from(patron.0));
        let desk = self.floor.table(&table).unwrap();
        let asked = self.floor.ask_table(&table, (self.id(), by), Command::AskSeat { seat, patron, card });
        match asked.unwrap() {
            CommandOutcome::Done(_) => {
                assert!(desk.with_state(|state| state.patrons[usize::from(seat)] == Some(patron)));
                Ok(())
            }
            CommandOutcome::Refused(refusal) => {
                assert!(desk.with_state(|state| state.patrons[usize::from(seat)] != Some(patron)));
                let clause = book(of).unwrap().label(refusal.cite).to_string();
                Err((refusal.reason.to_string(), clause))
            }
            other => panic!("{other:?}"),
        }
    }

    fn stand_up(&self, of: &str, seat: u8) {
        let table = self.table(of);
        let who =
            self.floor.table(&table).unwrap().with_state(|state| state.patrons[usize::from(seat)]).unwrap();
        let left = self.floor.ask_table(&table, (self.id(), own(who)), Command::LeaveSeat { seat });
        assert!(matches!(left, Ok(CommandOutcome::Done(_))), "{left:?}");
    }

    fn sits(&self, of: &str, patron: PatronId) -> bool {
        self.floor.table(&self.table(of)).unwrap().with_state(|state| state.patrons.contains(&Some(patron)))
    }

    fn file<T>(&self, of: &str, number: PatronId, look: impl FnOnce(&PatronFile) -> T) -> T {
        self.floor.patron(of, number).unwrap().with_state(look)
    }

    fn reconciles(&self) {
        let found = reconcile(&*self.store, &self.vault, None).unwrap();
        assert!(found.agrees(), "{:?}", found.differences());
    }
}

/// Writes a file as the program did when every book kept its own.
fn old_file(store: &dyn Store, of: &str, number: PatronId, told: &[(Signature, P)]) {
    let book = book(of).unwrap();
    let (machine, mut file) = (Patrons::new(book), PatronFile::default());
    let stream = book_file(of, number).unwrap();
    let epoch = store.claim(&stream).unwrap();
    for (at, (by, what)) in (0..).zip(told) {
        let mut said = Vec::new();
        let asked = SignedCommand { by: *by, what: what.clone(), under: None };
        machine.decide(&file, Actor { at: Moment(at), ..Actor::DEALER }, &asked, &mut said).unwrap();
        for event in said {
            assert_eq!(event.value.book, None);
            let after = store.head(&stream).unwrap().version;
            let events =
                vec![NewEvent { encoding: ENCODING, open: encode_value(&event, book).open, sealed: None }];
            let when = When { clock_ms: 0, moment: at };
            let by = "staff/1".into();
            store
                .append(Append {
                    stream: stream.clone(),
                    after,
                    epoch,
                    command: None,
                    order: None,
                    form: RecordForm::Two,
                    by,
                    when,
                    events,
                })
                .unwrap();
            machine.evolve(&mut file, &event.value);
        }
    }
    store.release(&stream, epoch).unwrap();
}

/// Two of the highest role, as a roster would sign for them.
fn chiefs(of: &str) -> Signature {
    let top = book(of).unwrap().ladder.highest();
    let member = |id| house::Member { id, name: "Chief".into(), role: top, active: true };
    let roster = house::Roster { members: MANAGERS.map(member).into(), outsiders: Vec::new() };
    roster.sign(Person::Staff(MANAGERS[0]), Some(MANAGERS[1]))
}

fn registered(of: &str, number: PatronId, name: &str) -> Vec<(Signature, P)> {
    let by = chiefs(of);
    let register = P::Register { number, name: name.into(), day: day() };
    vec![(by, register), (by, P::Deposit { amount: dollars(300), from: Source::Cash })]
}

#[test]
fn finding_02_an_exclusion_holds_at_every_table_of_the_operator() {
    let mut casino = Casino::new();
    casino.welcome(MISSISSIPPI, PatronId(7));
    casino.welcome(STAR, PatronId(7));
    assert_eq!(
        casino.file(THREE_CARD, PatronId(7), |file| file.balance),
        dollars(1_000),
        "one file, one account"
    );
    casino.ask((MISSISSIPPI, PatronId(7)), own(PatronId(7)), exclude()).unwrap();
    for restarted in [false, true] {
        if restarted {
            casino.restart();
        }
        for of in [MISSISSIPPI, THREE_CARD] {
            let (why, clause) = casino.sit(of, 2, PatronId(7)).unwrap_err();
            assert_eq!(
                why,
                "the patron has excluded themselves from every table of Crown Melbourne Limited, for good"
            );
            let rules = book(of).unwrap();
            assert_eq!(clause, rules.label(rules.house.patrons.exclusion), "of the book of the table");
        }
    }
    casino.sit(STAR, 2, PatronId(7)).unwrap();
    let (why, _) = casino
        .ask(
            (THREE_CARD, PatronId(7)),
            BOTH,
            P::Register { number: PatronId(7), name: "Again".into(), day: day() },
        )
        .unwrap_err();
    assert_eq!(why, "the patron has a file");
    casino.reconciles();
}

#[test]
fn finding_02_a_limit_and_losses_hold_at_every_table_of_the_operator() {
    let casino = Casino::new();
    casino.welcome(THREE_CARD, PatronId(7));
    casino.ask((MISSISSIPPI, PatronId(7)), own(PatronId(7)), loss_limit(100)).unwrap();
    casino.sit(THREE_CARD, 0, PatronId(7)).unwrap();
    let left = |of: &str| {
        casino.floor.table(&casino.table(of)).unwrap().with_state(|state| state.game.seats[0].patron.loss)
    };
    assert_eq!(left(THREE_CARD), Some((dollars(100), dollars(0))));
    // What is lost at one table is gone at the next.
    let lost = P::RecordPlay { table: TableNumber(11), round: 1, net: dollars(-60) };
    casino.ask((THREE_CARD, PatronId(7)), By::alone(Person::System), lost).unwrap();
    casino.stand_up(THREE_CARD, 0);
    casino.sit(MISSISSIPPI, 0, PatronId(7)).unwrap();
    assert_eq!(left(MISSISSIPPI), Some((dollars(40), dollars(0))));
    // Higher after the wait only, whichever book is asked.
    casino.ask((THREE_CARD, PatronId(7)), own(PatronId(7)), loss_limit(500)).unwrap();
    let (why, _) = casino
        .ask((MISSISSIPPI, PatronId(7)), own(PatronId(7)), P::TakeEffect { of: LimitOf::Loss(Period::Day) })
        .unwrap_err();
    assert!(why.contains("24 hours"), "{why}");
    assert_eq!(casino.file(THREE_CARD, PatronId(7), |file| file.headroom()), Some(dollars(40)));
}

#[test]
fn finding_02_one_plays_at_one_table_and_leaves_it_when_excluded_elsewhere() {
    let casino = Casino::new();
    casino.welcome(MISSISSIPPI, PatronId(7));
    casino.sit(THREE_CARD, 3, PatronId(7)).unwrap();
    let (why, _) = casino.sit(MISSISSIPPI, 3, PatronId(7)).unwrap_err();
    assert_eq!(why, "the patron plays at table 11, and has to leave it first");
    casino.ask((MISSISSIPPI, PatronId(7)), own(PatronId(7)), exclude()).unwrap();
    assert!(!casino.sits(THREE_CARD, PatronId(7)), "the exclusion reaches the table under the other book");
    assert_eq!(
        casino.file(MISSISSIPPI, PatronId(7), |file| (file.balance, file.playing)),
        (dollars(1_000), None)
    );
    casino.reconciles();
}

#[test]
fn files_from_before_are_read_and_never_one_by_their_number() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut twelve = registered(MISSISSIPPI, PatronId(12), "Ann");
    twelve.push((Signature::patron(PatronId(12)), exclude()));
    old_file(&*store, MISSISSIPPI, PatronId(12), &twelve);
    old_file(&*store, THREE_CARD, PatronId(12), &registered(THREE_CARD, PatronId(12), "Bob"));
    old_file(&*store, MISSISSIPPI, PatronId(13), &registered(MISSISSIPPI, PatronId(13), "Cat"));
    let casino = Casino::on(store);
    assert_eq!(casino.file(MISSISSIPPI, PatronId(12), |file| file.name.clone()), "Ann");
    assert_eq!(casino.file(THREE_CARD, PatronId(12), |file| file.name.clone()), "Bob");
    casino.sit(MISSISSIPPI, 0, PatronId(12)).unwrap_err();
    casino.sit(THREE_CARD, 0, PatronId(12)).unwrap();
    // A number that only one has is that person's under every book, and nobody else's from now on.
    casino.sit(THREE_CARD, 1, PatronId(13)).unwrap();
    let (why, _) = casino.sit(MISSISSIPPI, 1, PatronId(13)).unwrap_err();
    assert!(why.contains("table 11"), "{why}");
    casino
        .ask(
            (THREE_CARD, PatronId(13)),
            BOTH,
            P::Register { number: PatronId(13), name: "Dan".into(), day: day() },
        )
        .unwrap_err();
    casino.ask((THREE_CARD, PatronId(13)), own(PatronId(13)), exclude()).unwrap();
    assert!(casino.file(MISSISSIPPI, PatronId(13), |file| file.exclusion.is_some()));
    assert!(!casino.sits(THREE_CARD, PatronId(13)));
    store::verify(&*casino.store, &mut |_| {}).unwrap();
    casino.reconciles();
}

#[test]
fn finding_02_two_persons_link_two_files_from_before() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut ann = registered(MISSISSIPPI, PatronId(12), "Ann");
    ann.extend([
        (Signature::patron(PatronId(12)), exclude()),
        (Signature::patron(PatronId(12)), loss_limit(80)),
    ]);
    old_file(&*store, MISSISSIPPI, PatronId(12), &ann);
    let mut other = registered(THREE_CARD, PatronId(40), "Ann again");
    other.push((Signature::patron(PatronId(40)), loss_limit(50)));
    old_file(&*store, THREE_CARD, PatronId(40), &other);
    let mut casino = Casino::on(store);
    casino.sit(THREE_CARD, 0, PatronId(40)).unwrap();
    let link = P::Link { other: FileName { book: Some(THREE_CARD.into()), number: PatronId(40) } };
    let alone = casino.ask((MISSISSIPPI, PatronId(12)), CLERK, link.clone()).unwrap_err();
    let second = book(MISSISSIPPI).unwrap().house.second(rulebook::Act::LinkPatronFiles).unwrap().clause;
    assert!(alone.0.contains("second person"), "{alone:?}");
    assert_eq!(alone.1, book(MISSISSIPPI).unwrap().label(second));
    casino.ask((MISSISSIPPI, PatronId(12)), own(PatronId(12)), link.clone()).unwrap_err();
    let foreign = P::Link { other: FileName { book: Some(STAR.into()), number: PatronId(40) } };
    assert!(
        casino.ask((MISSISSIPPI, PatronId(12)), BOTH, foreign).unwrap_err().0.contains("another operator")
    );
    assert!(casino.sits(THREE_CARD, PatronId(40)), "nothing has changed");
    // Pressed twice, it is done once; and whoever plays leaves by the exclusion of the other file.
    let id = casino.id();
    assert_eq!(casino.ask_as(id, (MISSISSIPPI, PatronId(12)), BOTH, link.clone()), Ok(false));
    assert_eq!(casino.ask_as(id, (MISSISSIPPI, PatronId(12)), BOTH, link.clone()), Ok(true));
    assert_eq!(
        casino.ask((MISSISSIPPI, PatronId(12)), BOTH, link).unwrap_err().0,
        "that file is linked already"
    );
    for restarted in [false, true] {
        if restarted {
            casino.restart();
        }
        assert!(!casino.sits(THREE_CARD, PatronId(40)));
        let streams = [(MISSISSIPPI, 12), (THREE_CARD, 40)]
            .map(|(of, number)| casino.floor.patron(of, PatronId(number)).unwrap().stream().clone());
        assert_eq!(streams[0], streams[1]);
        for (of, number) in [(MISSISSIPPI, 12), (THREE_CARD, 12), (THREE_CARD, 40), (MISSISSIPPI, 40)] {
            let (why, _) = casino.sit(of, 1, PatronId(number)).unwrap_err();
            assert!(why.starts_with("the patron has excluded themselves"), "{of} {number}: {why}");
        }
        let held = casino.file(MISSISSIPPI, PatronId(40), |file| (file.balance, file.headroom()));
        assert_eq!(held, (dollars(600), Some(dollars(50))), "one account, the stricter limit");
        casino.reconciles();
    }
    // Both numbers are the person's own, and nobody else's.
    casino.ask((THREE_CARD, PatronId(40)), own(PatronId(40)), loss_limit(20)).unwrap();
    casino.ask((MISSISSIPPI, PatronId(12)), own(PatronId(12)), loss_limit(10)).unwrap();
    casino.ask((MISSISSIPPI, PatronId(12)), own(PatronId(7)), loss_limit(5)).unwrap_err();
    assert_eq!(casino.file(THREE_CARD, PatronId(40), |file| file.headroom()), Some(dollars(10)));
}

#[test]
fn two_who_both_play_are_not_linked() {
    let casino = Casino::new();
    casino.welcome(MISSISSIPPI, PatronId(7));
    casino.welcome(MISSISSIPPI, PatronId(8));
    casino.sit(MISSISSIPPI, 0, PatronId(7)).unwrap();
    casino.sit(THREE_CARD, 0, PatronId(8)).unwrap();
    let link = || P::Link { other: FileName { book: None, number: PatronId(8) } };
    let (why, _) = casino.ask((MISSISSIPPI, PatronId(7)), BOTH, link()).unwrap_err();
    assert!(why.contains("table 11"), "{why}");
    casino.stand_up(THREE_CARD, 0);
    casino.ask((MISSISSIPPI, PatronId(7)), BOTH, link()).unwrap();
    let (why, _) = casino.sit(THREE_CARD, 0, PatronId(8)).unwrap_err();
    assert!(why.contains("table 1,"), "one session of play at a time: {why}");
    casino.stand_up(MISSISSIPPI, 0);
    // The table knows them by the number they came with; what the file says reaches them there.
    casino.sit(THREE_CARD, 0, PatronId(8)).unwrap();
    casino.ask((MISSISSIPPI, PatronId(7)), own(PatronId(7)), exclude()).unwrap();
    assert!(!casino.sits(THREE_CARD, PatronId(8)));
    casino.reconciles();
}

/// Whatever two people do with two files under two books, nobody who is excluded sits down anywhere at the operator.
#[test]
fn finding_02_no_table_of_the_operator_seats_somebody_excluded() {
    let (mut refused, mut seated, mut linked) = (0, 0, 0);
    for seed in 0..40 {
        let mut casino = Casino::new();
        casino.welcome(MISSISSIPPI, PatronId(7));
        casino.welcome(THREE_CARD, PatronId(8));
        let mut dice = Chance::new(seed);
        // The model: who is excluded, what may be lost at most, who is one person.
        let mut out = [false; 2];
        let mut limit: [Option<i64>; 2] = [None; 2];
        let mut one = false;
        for step in 0..60 {
            let who = dice.below(2);
            let of = [MISSISSIPPI, THREE_CARD][dice.below(2)];
            let number = PatronId(7 + who as u32);
            let both = |who: usize| if one { vec![0, 1] } else { vec![who] };
            match dice.below(if step > 30 { 12 } else { 10 }) {
                0..=4 if casino.sits(of, number) => {}
                0..=4 => {
                    let free = casino.floor.table(&casino.table(of)).unwrap();
                    let seat =
                        free.with_state(|state| state.patrons.iter().position(Option::is_none)).unwrap();
                    match casino.sit(of, seat as u8, number) {
                        Ok(()) => {
                            seated += 1;
                            assert!(
                                both(who).iter().all(|who| !out[*who]),
                                "seed {seed}: seated, and excluded"
                            );
                            let left = free.with_state(|state| state.game.seats[seat].patron.loss);
                            let stricter = both(who).iter().filter_map(|who| limit[*who]).min();
                            assert_eq!(left.map(|(left, _)| left), stricter.map(dollars), "seed {seed}");
                        }
                        Err((why, _)) => {
                            refused += 1;
                            let excluded = both(who).iter().any(|who| out[*who]);
                            assert_eq!(
                                why.starts_with("the patron has excluded"),
                                excluded,
                                "seed {seed}: {why}"
                            );
                        }
                    }
                }
                5..=7 => {
                    for (of, seat) in [MISSISSIPPI, THREE_CARD].into_iter().filter_map(|of| {
                        let desk = casino.floor.table(&casino.table(of)).unwrap();
                        Some((of, desk.with_state(|state| state.patrons.iter().position(Option::is_some))?))
                    }) {
                        casino.stand_up(of, seat as u8);
                    }
                }
                8 => {
                    let amount = 1 + dice.below(90) as i64;
                    let stricter = both(who).iter().filter_map(|who| limit[*who]).min();
                    if stricter.is_none_or(|now| amount < now) {
                        casino.ask((of, number), own(number), loss_limit(amount)).unwrap();
                        both(who).iter().for_each(|who| limit[*who] = Some(amount));
                    }
                }
                9 => casino.restart(),
                10 => {
                    let _ = casino.ask((of, number), own(number), exclude());
                    out[who] = true;
                    for of in [MISSISSIPPI, THREE_CARD] {
                        both(who).iter().for_each(|who| {
                            assert!(!casino.sits(of, PatronId(7 + *who as u32)), "seed {seed}")
                        });
                    }
                }
                _ => {
                    let other = FileName { book: None, number: PatronId(15 - number.0) };
                    if casino.ask((of, number), BOTH, P::Link { other }).is_ok() {
                        (one, linked) = (true, linked + 1);
                    }
                }
            }
        }
        casino.reconciles();
    }
    assert!(refused > 200 && seated > 200 && linked > 10, "{refused} {seated} {linked}");
}
