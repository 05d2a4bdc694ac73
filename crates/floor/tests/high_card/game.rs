//! A small game between players: everybody who plays puts the same stake into a pot and gets one card of a short deck; the
//! highest card takes the pot, less a commission of one part in twenty, rounded down to the cent. Suits decide between
//! equal ranks. Nothing is wagered against the house, and no jackpot is played for.

use cards::{CardId, Pack};
use engine::stored::SealingContext;
use engine::{Actor, Hidden, Machine, Refusal, Sink, Who};
use floor::authority::{Needs, Own, dealer, player};
use floor::table::DealingMode;
use floor::{Effect, Game, Seat, Standing};
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::{Act, Cite, FloorBook, Rulebook, Ruled};
use std::fmt;

/// The seats of a table.
pub(crate) const SEATS: usize = 6;
/// What goes into the pot.
pub(crate) const STAKE: Money = Money::from_cents(10_15);

/// The game under a book, whose clauses it cites.
#[derive(Debug)]
pub(crate) struct HighCard {
    pub(crate) rules: &'static Rulebook,
    pub(crate) pack: Pack,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub(crate) struct Player {
    #[n(0)]
    pub(crate) taken: bool,
    #[n(1)]
    pub(crate) paused: bool,
    #[n(2)]
    pub(crate) staked: bool,
    /// The card that was shown.
    #[n(3)]
    pub(crate) card: Option<CardId>,
}

#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub(crate) struct State {
    #[n(0)]
    pub(crate) open: bool,
    #[n(1)]
    pub(crate) players: [Player; SEATS],
    #[n(2)]
    pub(crate) hands: u64,
    /// The cards of the hand under way.
    #[n(3)]
    pub(crate) deck: Option<Hidden<Vec<CardId>>>,
    #[n(4)]
    pub(crate) pot: Money,
}

#[derive(Clone, Debug)]
pub(crate) enum Command {
    Open,
    Sit(Seat),
    Leave(Seat),
    Pause(Seat, bool),
    /// The stake of a player goes into the pot.
    Stake(Seat),
    Deal(Vec<CardId>),
    /// All cards are shown, and the pot goes to the highest.
    Show,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub(crate) enum Event {
    #[n(0)]
    Opened,
    #[n(1)]
    SeatTaken(#[n(0)] u8),
    #[n(2)]
    SeatLeft(#[n(0)] u8),
    #[n(3)]
    Paused {
        #[n(0)]
        seat: u8,
        #[n(1)]
        paused: bool,
    },
    #[n(4)]
    Staked(#[n(0)] u8),
    #[n(5)]
    HandBegan,
    #[n(6)]
    DeckPlaced(#[n(0)] Hidden<Vec<CardId>>),
    #[n(7)]
    CardShown {
        #[n(0)]
        seat: u8,
        #[n(1)]
        card: CardId,
    },
    #[n(8)]
    CommissionTaken(#[n(0)] Money),
    #[n(9)]
    PotWon {
        #[n(0)]
        seat: u8,
        #[n(1)]
        amount: Money,
    },
    #[n(10)]
    HandEnded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Closed,
    NoSuchSeat,
    SeatTaken,
    SeatEmpty,
    HandUnderWay,
    NoHand,
    StakedAlready,
    Pauses,
    TooFew,
    HasStake,
    NotYours,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Closed => "the table is not open",
            Reason::NoSuchSeat => "the table has six seats",
            Reason::SeatTaken => "somebody sits there",
            Reason::SeatEmpty => "nobody sits there",
            Reason::HandUnderWay => "a hand is under way",
            Reason::NoHand => "no hand is under way",
            Reason::StakedAlready => "the stake is in the pot",
            Reason::Pauses => "the player takes a break",
            Reason::TooFew => "a hand needs two players",
            Reason::HasStake => "the player has a stake in the pot",
            Reason::NotYours => "that is somebody else's seat",
        })
    }
}

impl HighCard {
    fn cite(&self) -> Cite {
        self.rules.table.seats.cite
    }

    /// The seats that are in the hand, in the order in which they get their cards.
    fn playing(state: &State) -> impl Iterator<Item = u8> + '_ {
        (0..SEATS as u8).filter(|seat| state.players[usize::from(*seat)].staked)
    }

    fn check(&self, state: &State, actor: Actor, command: &Command) -> Result<(), Reason> {
        let refuse = |wrong: bool, reason| if wrong { Err(reason) } else { Ok(()) };
        let seat = match command {
            Command::Open | Command::Deal(_) | Command::Show => None,
            Command::Sit(seat) | Command::Leave(seat) | Command::Pause(seat, _) | Command::Stake(seat) => {
                Some(*seat)
            }
        };
        let player = match seat {
            Some(seat) => *state.players.get(seat.index()).ok_or(Reason::NoSuchSeat)?,
            None => Player::default(),
        };
        refuse(!state.open && !matches!(command, Command::Open), Reason::Closed)?;
        let under_way = state.deck.is_some();
        if let (Some(seat), Who::Seat(own)) = (seat, actor.who) {
            refuse(seat.index() != own, Reason::NotYours)?;
        }
        match command {
            Command::Open => Ok(()),
            Command::Sit(_) => refuse(player.taken, Reason::SeatTaken),
            Command::Leave(_) => {
                refuse(!player.taken, Reason::SeatEmpty)?;
                refuse(player.staked, Reason::HasStake)
            }
            Command::Pause(..) => refuse(!player.taken, Reason::SeatEmpty),
            Command::Stake(_) => {
                refuse(!player.taken, Reason::SeatEmpty)?;
                refuse(under_way, Reason::HandUnderWay)?;
                refuse(player.paused, Reason::Pauses)?;
                refuse(player.staked, Reason::StakedAlready)
            }
            Command::Deal(_) => {
                refuse(under_way, Reason::HandUnderWay)?;
                refuse(HighCard::playing(state).count() < 2, Reason::TooFew)
            }
            Command::Show => refuse(!under_way, Reason::NoHand),
        }
    }

    /// The cards one after the other, the commission, the pot.
    fn show(&self, state: &State) -> Vec<Event> {
        let deck = state.deck.as_ref().map_or(&[][..], |deck| &deck[..]);
        let cards: Vec<(u8, CardId)> = HighCard::playing(state).zip(deck.iter().copied()).collect();
        let mut said: Vec<Event> =
            cards.iter().map(|&(seat, card)| Event::CardShown { seat, card }).collect();
        let commission = Money::from_cents(state.pot.cents() / 20);
        said.push(Event::CommissionTaken(commission));
        if let Some((seat, _)) = cards.iter().max_by_key(|(_, card)| strength(*card)) {
            said.push(Event::PotWon { seat: *seat, amount: state.pot - commission });
        }
        said.push(Event::HandEnded);
        said
    }
}

/// The rank first, then the suit.
pub(crate) fn strength(card: CardId) -> (cards::Rank, usize) {
    (card.card().rank(), card.number())
}

impl Machine for HighCard {
    type State = State;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = ();

    fn offers(&self, _: &State, _: Actor) -> Vec<()> {
        Vec::new()
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.check(state, actor, command).map_err(|reason| Refusal::new(reason, self.cite()))?;
        let said = match command {
            Command::Open => vec![Event::Opened],
            Command::Sit(seat) => vec![Event::SeatTaken(seat.0)],
            Command::Leave(seat) => vec![Event::SeatLeft(seat.0)],
            Command::Pause(seat, paused) => vec![Event::Paused { seat: seat.0, paused: *paused }],
            Command::Stake(seat) => vec![Event::Staked(seat.0)],
            Command::Deal(deck) => vec![Event::HandBegan, Event::DeckPlaced(Hidden::new(deck.clone()))],
            Command::Show => self.show(state),
        };
        said.into_iter().for_each(|event| out.take(Ruled::new(event, self.cite())));
        Ok(())
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        match event {
            Event::Opened => state.open = true,
            Event::SeatTaken(seat) => {
                state.players[usize::from(*seat)] = Player { taken: true, ..Player::default() };
            }
            Event::SeatLeft(seat) => state.players[usize::from(*seat)] = Player::default(),
            Event::Paused { seat, paused } => state.players[usize::from(*seat)].paused = *paused,
            Event::Staked(seat) => {
                state.players[usize::from(*seat)].staked = true;
                state.pot += STAKE;
            }
            Event::HandBegan => state.hands += 1,
            Event::DeckPlaced(deck) => state.deck = Some(deck.clone()),
            Event::CardShown { seat, card } => state.players[usize::from(*seat)].card = Some(*card),
            Event::CommissionTaken(amount) | Event::PotWon { amount, .. } => state.pot -= *amount,
            Event::HandEnded => {
                state.deck = None;
                for player in &mut state.players {
                    (player.staked, player.card) = (false, None);
                }
            }
        }
    }
}

impl Game for HighCard {
    fn book(&self) -> FloorBook<'static> {
        self.rules.into()
    }

    fn id(&self) -> &str {
        "high-card"
    }

    fn seats(&self) -> Ruled<u8> {
        Ruled::new(SEATS as u8, self.cite())
    }

    fn closed(&self) -> State {
        State::default()
    }

    fn effects(&self, _: &State, event: &Event, out: &mut Vec<Effect>) {
        out.extend(match event {
            Event::Opened => Some(Effect::Opened),
            Event::SeatTaken(seat) => Some(Effect::Taken { seat: Seat(*seat) }),
            Event::SeatLeft(seat) => Some(Effect::Left { seat: Seat(*seat) }),
            Event::Staked(seat) => Some(Effect::IntoPot { seat: Seat(*seat), amount: STAKE }),
            Event::HandBegan => Some(Effect::DealBegan),
            Event::DeckPlaced(_) => Some(Effect::DeckDealt),
            Event::CommissionTaken(amount) => Some(Effect::Commission { amount: *amount }),
            Event::PotWon { seat, amount } => Some(Effect::FromPot { seat: Seat(*seat), amount: *amount }),
            Event::HandEnded => Some(Effect::DealEnded),
            Event::Paused { .. } | Event::CardShown { .. } => None,
        });
    }

    fn pack(&self, _: &State) -> Pack {
        self.pack
    }

    fn deal(&self, deck: &[CardId]) -> Command {
        Command::Deal(deck.to_vec())
    }

    fn deck_of<'e>(&self, event: &'e Event) -> Option<&'e [CardId]> {
        if let Event::DeckPlaced(deck) = event { Some(&deck[..]) } else { None }
    }

    fn sit(&self, seat: Seat, _: Standing) -> Command {
        Command::Sit(seat)
    }

    fn leave(&self, seat: Seat) -> Command {
        Command::Leave(seat)
    }

    fn pause(&self, seat: Seat, pauses: bool) -> Command {
        Command::Pause(seat, pauses)
    }

    fn is_paused(&self, state: &State, seat: Seat) -> bool {
        state.players.get(seat.index()).is_some_and(|player| player.paused)
    }

    fn needs(&self, _: &State, mode: Option<DealingMode>, command: &Command) -> Needs {
        match command {
            Command::Open => Needs::power(self.rules, Act::ChangeLimits),
            Command::Leave(seat) => dealer(self.rules, mode).or_own(Own::Seat(seat.0)),
            Command::Stake(seat) => player(mode, Some(Own::Seat(seat.0)), self.cite()),
            Command::Deal(_) => Needs::nobody(self.cite()),
            Command::Sit(_) | Command::Pause(..) | Command::Show => dealer(self.rules, mode),
        }
    }

    fn seats_unasked(&self, command: &Command, _: Option<DealingMode>) -> bool {
        matches!(command, Command::Sit(_))
    }

    fn begins(&self, command: &Command) -> bool {
        matches!(command, Command::Sit(_) | Command::Stake(_))
    }

    fn stakes(&self, _: &State, command: &Command) -> Option<(Seat, Money)> {
        if let Command::Stake(seat) = command { Some((*seat, STAKE)) } else { None }
    }

    fn brings_deck(&self, command: &Command) -> bool {
        matches!(command, Command::Deal(_))
    }

    fn is_by_hand(&self, _: &Command) -> bool {
        false
    }

    fn deal_number(&self, state: &State) -> u64 {
        state.hands
    }

    fn is_in_deal(&self, state: &State) -> bool {
        state.deck.is_some()
    }

    fn is_open(&self, state: &State) -> bool {
        state.open
    }

    fn is_taken(&self, state: &State, seat: Seat) -> bool {
        state.players.get(seat.index()).is_some_and(|player| player.taken)
    }

    fn is_player(&self, state: &State, seat: Seat) -> bool {
        self.is_taken(state, seat)
    }

    fn on_layout(&self, state: &State) -> Money {
        state.pot
    }
}
