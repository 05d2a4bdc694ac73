//! Random legal play of every game: chips and cards are conserved, what is offered is accepted and nothing else, and the
//! events alone make the same hand.

use crate::tables;

use cards::{Card, CardSet, ShuffleKey, Shuffler};
use engine::{Actor, Machine, Moment, Who};
use room::sim::{self, Counter, Numbers};
use room::{Act, Cards, Command, Due, Event, Hand, HandRules, Offer, Stub};
use rulebook::RoleId;
use rulebook::Ruled;
use tables::{Setting, wild::Wild};

/// Every card of the deck is in one place and one place only.
fn cards_are_conserved(room: &HandRules<'_>, hand: &Hand) -> Result<(), String> {
    let boards = (0..room::BOARDS).fold(CardSet::default(), |all, at| all | hand.board(at));
    let mut places = vec![("stub", hand.stub().cards()), ("boards", boards), ("burns", hand.burns())];
    places.extend([("muck", hand.muck()), ("kitty", hand.kitty())]);
    for seat in 0..hand.players() {
        places.push(("discards", hand.discards(seat)));
        if hand.live().has(seat) {
            places.push(("hand", hand.held(seat)));
        }
    }
    let deck = room.game().deck.value.0.cards();
    let all = places.iter().fold(CardSet::default(), |all, (_, cards)| all | *cards);
    let count: usize = places.iter().map(|(_, cards)| cards.len()).sum();
    match (all == deck, count == deck.len()) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("{:?} are nowhere: {places:?}", deck - all)),
        (_, false) => Err(format!("a card is in two places: {places:?}")),
    }
}

/// Chips before players, in the middle and with the house.
fn chips(hand: &Hand) -> i64 {
    hand.stacks().iter().sum::<i64>() + hand.pot() + hand.commission()
}

fn player(seat: usize) -> Actor {
    Actor { who: Who::Seat(seat), at: Moment(0) }
}

/// The first so many cards of a set.
fn some(cards: CardSet, count: usize) -> Cards {
    cards.iter().take(count).collect()
}

/// Commands that an offer stands for, its ends among them.
fn commands(
    room: &HandRules<'_>,
    hand: &Hand,
    seat: usize,
    offer: &Offer,
    numbers: &mut Numbers,
) -> Vec<Command> {
    let at = seat as u8;
    let act = |act| vec![Command::Act { seat: at, act }];
    match *offer {
        Offer::Post => vec![Command::Post],
        Offer::Deal => vec![Command::Deal],
        Offer::Run(most) => (2..=most).map(Command::Run).collect(),
        Offer::Pay => vec![Command::Pay],
        Offer::Shuffle => vec![Command::Shuffle(Stub::of(room.pool(hand).cards.iter()))],
        Offer::Fold => act(Act::Fold),
        Offer::Call(_) => act(Act::Call),
        Offer::BringIn(_) => act(Act::BringIn),
        Offer::TakeKitty => act(Act::TakeKitty),
        Offer::Raise(raises) => {
            let between = numbers.between(raises.least, raises.most);
            let whole = between - between % raises.chip;
            let mut totals = vec![raises.least, raises.most];
            totals.extend(raises.cover);
            totals.extend([between, whole].into_iter().filter(|to| raises.has(*to)));
            totals.into_iter().map(|to| Command::Act { seat: at, act: Act::Raise(to) }).collect()
        }
        Offer::Discard { least, most } => {
            let counts = usize::from(least)..=usize::from(most);
            counts.map(|count| Command::Discard { seat: at, cards: some(hand.down(seat), count) }).collect()
        }
        Offer::Set => {
            let held: Vec<_> = hand.held(seat).iter().collect();
            let cards = |from: usize, to: usize| held[from..to].iter().copied().collect();
            vec![Command::Set { seat: at, front: cards(0, 3), middle: cards(3, 8), back: cards(8, 13) }]
        }
        Offer::Show => vec![Command::Show { seat: at, cards: hand.held(seat).iter().collect() }],
        Offer::Muck => vec![Command::Muck { seat: at }],
        Offer::Record(_) => panic!("the stub is known"),
    }
}

/// A sample of everything that a hand can be told at a moment.
fn anything(room: &HandRules<'_>, hand: &Hand, numbers: &mut Numbers) -> Vec<Command> {
    let mut all = vec![Command::Post, Command::Deal, Command::Pay];
    all.push(Command::Run(numbers.between(0, 8) as u8));
    all.push(Command::Shuffle(Stub::of(room.pool(hand).cards.iter())));
    for seat in 0..hand.players() {
        let at = seat as u8;
        let high = hand.high() + numbers.between(-1, 2 * room.terms().chip + 30);
        for act in [Act::Fold, Act::Call, Act::BringIn, Act::TakeKitty, Act::Raise(high)] {
            all.push(Command::Act { seat: at, act });
        }
        let count = numbers.below(7) as usize;
        all.push(Command::Discard { seat: at, cards: some(hand.down(seat), count) });
        all.push(Command::Muck { seat: at });
        all.push(Command::Show { seat: at, cards: hand.held(seat).iter().collect() });
    }
    let card = hand.stub().rest().next();
    all.push(Command::Hole { seat: 0, cards: card.into_iter().collect() });
    all.push(Command::Board(card.into_iter().collect()));
    all.push(Command::Kitty(hand.stub().rest().take(5).collect()));
    all.push(Command::Community(card));
    all.extend(nonsense(hand, card));
    if let Some(options) = room.options(hand) {
        let totals = options.raise.map_or([1, 2], |raises| [raises.least - 1, raises.most + 1]);
        all.extend(totals.map(|to| Command::Act { seat: options.seat as u8, act: Act::Raise(to) }));
    }
    all
}

/// What no rule allows: players who are not there, cards that are not held.
fn nonsense(hand: &Hand, card: Option<Card>) -> Vec<Command> {
    let nobody = hand.players() as u8;
    let (none, undealt): (Cards, Cards) = (Cards::default(), card.into_iter().collect());
    let mut all = vec![
        Command::Act { seat: nobody, act: Act::Call },
        Command::Act { seat: u8::MAX, act: Act::Raise(i64::MAX) },
        Command::Discard { seat: nobody, cards: none },
        Command::Show { seat: nobody, cards: none },
        Command::Muck { seat: u8::MAX },
        Command::Hole { seat: nobody, cards: undealt },
        Command::Shuffle(Stub::of(card)),
        Command::Shuffle(Stub::unseen(52)),
    ];
    if let Due::Act(seat) | Due::BringIn(seat) = hand.due() {
        all.extend([i64::MIN, -1, 0, i64::MAX].map(|to| Command::Act { seat, act: Act::Raise(to) }));
    }
    if let (Due::Discard(seat) | Due::Show(seat), Some(_)) = (hand.due(), card) {
        all.push(Command::Discard { seat, cards: undealt });
        all.push(Command::Show { seat, cards: undealt });
    }
    if let Due::Set(seat) = hand.due() {
        all.push(Command::Set { seat, front: none, middle: none, back: none });
    }
    all
}

/// Whether an offer covers a command.
fn covers(room: &HandRules<'_>, hand: &Hand, offer: &Offer, command: &Command) -> bool {
    match (offer, command) {
        (Offer::Post, Command::Post) | (Offer::Deal, Command::Deal) | (Offer::Pay, Command::Pay) => true,
        (Offer::Run(most), Command::Run(times)) => (2..=*most).contains(times),
        (Offer::Shuffle, Command::Shuffle(stub)) => stub.cards() == room.pool(hand).cards,
        (Offer::Fold, Command::Act { act: Act::Fold, .. }) => true,
        (Offer::Call(_), Command::Act { act: Act::Call, .. }) => true,
        (Offer::BringIn(_), Command::Act { act: Act::BringIn, .. }) => true,
        (Offer::TakeKitty, Command::Act { act: Act::TakeKitty, .. }) => true,
        (Offer::Raise(raises), Command::Act { act: Act::Raise(to), .. }) => {
            let all_in = |seat: usize| hand.bets()[seat] + hand.stacks()[seat];
            let seat = room.options(hand).map_or(0, |options| options.seat);
            let whole = to % room.terms().chip == 0 || *to == all_in(seat) || Some(*to) == raises.cover;
            assert!(whole || !raises.has(*to), "{to} is neither whole chips nor all-in: {raises:?}");
            raises.has(*to)
        }
        (Offer::Discard { least, most }, Command::Discard { seat, cards }) => {
            (usize::from(*least)..=usize::from(*most)).contains(&cards.len())
                && hand.down(usize::from(*seat)).contains_all(cards.known())
        }
        (Offer::Set, Command::Set { front, .. }) => front.len() == 3,
        (Offer::Show, Command::Show { seat, cards }) => hand.held(usize::from(*seat)) == cards.known(),
        (Offer::Muck, Command::Muck { .. }) => true,
        _ => false,
    }
}

/// Above the ladder: whoever may do all that staff may.
const MANAGER: Actor = Actor { who: Who::Staff(RoleId(200)), at: Moment(0) };

/// Who says a command.
fn speaker(command: &Command) -> Actor {
    match *command {
        Command::Act { seat, .. }
        | Command::Discard { seat, .. }
        | Command::Set { seat, .. }
        | Command::Show { seat, .. }
        | Command::Muck { seat } => player(usize::from(seat)),
        _ => MANAGER,
    }
}

/// Every offer is accepted, and what no offer covers is refused and changes nothing.
fn offered_is_accepted(room: &HandRules<'_>, hand: &Hand, numbers: &mut Numbers) -> Result<(), String> {
    let actors = std::iter::once((0, MANAGER)).chain((0..hand.players()).map(|seat| (seat, player(seat))));
    for (seat, actor) in actors {
        for offer in room.offers(hand, actor) {
            for command in commands(room, hand, seat, &offer, numbers) {
                let mut after = *hand;
                room.tell(&mut after, &command, &mut Counter::default())
                    .map_err(|refusal| format!("{offer:?}, but {command:?}: {}", refusal.reason))?;
            }
        }
    }
    for command in anything(room, hand, numbers) {
        let offers = room.offers(hand, speaker(&command));
        let offered = offers.iter().any(|offer| covers(room, hand, offer, &command));
        let mut after = *hand;
        let mut count = Counter::default();
        let told = room.tell(&mut after, &command, &mut count);
        match told {
            Ok(()) if !offered => return Err(format!("{command:?} accepted, offers {offers:?}")),
            Err(refusal) if offered => return Err(format!("{command:?} refused: {}", refusal.reason)),
            Err(_) if after != *hand || count != Counter::default() => {
                return Err(format!("{command:?} refused, but something has happened"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn play(
    setting: &Setting<'_>,
    shuffler: &mut Shuffler,
    player: &mut Wild,
    numbers: &mut Numbers,
) -> Result<Due, String> {
    let room = HandRules::new(setting.book, setting.game, setting.terms);
    let start = Hand::new(setting.stacks(), Stub::shuffled(setting.game.deck.value.0, shuffler));
    let (mut hand, mut said): (_, Vec<Ruled<Event>>) = (start, Vec::new());
    let before = chips(&hand);
    let check_offers = numbers.percent(25);
    for _ in 0..2_000 {
        if hand.is_over() {
            break;
        }
        if check_offers {
            offered_is_accepted(&room, &hand, numbers).map_err(|error| format!("{error}\n{said:?}"))?;
        }
        sim::step(&room, &mut hand, player, shuffler, &mut said)
            .map_err(|refusal| format!("{:?}: {}\n{said:?}", hand.due(), refusal.reason))?;
        if chips(&hand) != before {
            return Err(format!("{before} chips became {}\n{said:?}", chips(&hand)));
        }
        if hand.stacks().iter().any(|&stack| stack < 0) {
            return Err(format!("{:?}\n{said:?}", hand.stacks()));
        }
        cards_are_conserved(&room, &hand).map_err(|error| format!("{error}\n{said:?}"))?;
    }
    let mut again = start;
    said.iter().for_each(|event| room.evolve(&mut again, &event.value));
    if again == hand { Ok(hand.due()) } else { Err("the events make another hand".into()) }
}

#[test]
fn random_play_keeps_every_chip_and_card_and_every_promise() {
    let books = tables::books();
    let games = tables::games(&books);
    let mut numbers = Numbers::new(2);
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(2));
    let mut player = Wild::new(3, 10);
    let mut wrong = std::collections::BTreeMap::<String, (usize, String)>::new();
    for at in 0..tables::hands(20_000) {
        let (book, game) = games[at % games.len()];
        let setting = tables::setting(&books[book], game, book == 1, &mut numbers);
        player.change(&mut numbers);
        let played = play(&setting, &mut shuffler, &mut player, &mut numbers);
        if played != Ok(Due::Over) {
            let game = format!("{} standard: {}", game.id(), setting.standard);
            let entry = wrong
                .entry(game)
                .or_insert_with(|| (0, format!("{setting:?}\n{}", played.clone().err().unwrap_or_default())));
            entry.0 += 1;
        }
    }
    let first = wrong.values().next().map(|(_, first)| first.clone()).unwrap_or_default();
    let counts: Vec<String> = wrong
        .iter()
        .map(|(game, (count, first))| {
            let error: String = first.lines().nth(1).unwrap_or_default().chars().take(160).collect();
            format!("{game}: {count} hands, {error}\n")
        })
        .collect();
    assert!(wrong.is_empty(), "{}\nfirst: {first}", counts.concat());
}

#[test]
fn no_hand_reaches_a_card_that_was_not_shuffled() {
    let books = tables::books();
    let games = tables::games(&books);
    let mut numbers = Numbers::new(8);
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(8));
    let mut player = Wild::new(9, 0);
    let mut partly = 0;
    for at in 0..3_000 {
        let (book, game) = games[at % games.len()];
        let setting = tables::setting(&books[book], game, book == 1, &mut numbers);
        player.change(&mut numbers);
        let room = HandRules::new(setting.book, setting.game, setting.terms);
        let mut hand = Hand::new(setting.stacks(), sim::deck(&room, setting.players, &mut shuffler));
        partly += u32::from(!hand.stub().is_mixed());
        while !hand.is_over() {
            let played = sim::step(&room, &mut hand, &mut player, &mut shuffler, &mut Counter::default());
            assert!(played.is_ok(), "{setting:?}: {played:?}");
            assert!(hand.stub().len() >= hand.stub().unmixed(), "{setting:?}");
        }
    }
    assert!(partly > 500, "only {partly} decks were partly shuffled");
}
