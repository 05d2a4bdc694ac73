//! The deck of a case: the cards it names where the deal will find them, any others behind.

use crate::file::{CaseError, CaseFile};
use cards::{Card, CardId, CardSet, parse_cards};
use engine::banked::{Banked, Event};
use rulebook::{Cite, Device, Ruled, To};

/// The cards a case names, by whom they are dealt to.
pub(crate) struct NamedCards {
    /// By seat, from 0.
    pub(crate) seats: Vec<(usize, Vec<Card>)>,
    dealer: Vec<Card>,
    board: Vec<Card>,
    jackpot_cards: Vec<Card>,
}

impl NamedCards {
    /// Reads and counts them. In a round that was misdealt the numbers may be wrong.
    pub(crate) fn read(case: &CaseFile, machine: &Banked<'_>) -> Result<NamedCards, CaseError> {
        let game = machine.game();
        let book = machine.book();
        let exact = case.irregularities.is_empty();
        let parse = |place: &str, text: &str| {
            let pack = book.label(book.table.pack.cite);
            parse_cards(text).map_err(|error| CaseError::new(place, error.to_string()).by(pack))
        };
        let count = |place: &str, cards: &[Card], wanted: usize, cite: Cite| {
            let wrong = exact && cards.len() != wanted;
            if wrong {
                let what = format!("{} cards, but {wanted} are dealt", cards.len());
                Err(CaseError::new(place, what).by(book.label(cite)))
            } else {
                Ok(())
            }
        };
        let device =
            if case.sign.device.as_deref() == Some("shuffler") { Device::Shuffler } else { Device::Shoe };
        // The clause by which cards go there.
        let dealt_by = |to: To| {
            let blocks = game.deal.iter().filter(|block| block.device == device);
            let step = blocks.flat_map(|block| &block.steps).find(|step| step.to == to);
            step.map_or(game.settlement, |step| step.clause)
        };
        let hand = &game.hand_cards;
        let mut seats = Vec::new();
        for seat in &case.seat {
            let place = format!("seat {}", seat.number);
            let cards = parse(&place, seat.cards.as_deref().unwrap_or_default())?;
            if !seat.is_out() {
                count(&place, &cards, hand.value, hand.cite)?;
            }
            seats.push((seat.number - 1, cards));
        }
        let shared = |table: &Option<crate::file::CardsTable>, place: &str, most: usize| {
            let cards = table.as_ref().map_or(Ok(Vec::new()), |table| parse(place, &table.cards))?;
            if cards.len() > most && (exact || most == 0) {
                let what = match most {
                    0 => "there are none in this game".to_string(),
                    _ => format!("{} cards, but {most} are dealt", cards.len()),
                };
                return Err(CaseError::new(place, what).by(book.label(game.settlement)));
            }
            Ok(cards)
        };
        let dealer = shared(&case.dealer, "dealer", game.dealer_cards)?;
        let board = shared(&case.board, "board", game.board_cards)?;
        let offered = case.sign.jackpot.is_some();
        let most = if offered { game.jackpot_cards } else { 0 };
        let jackpot_cards = shared(&case.jackpot_cards, "jackpot-cards", most)?;
        if exact && dealer.len() < game.dealer_cards {
            count("dealer", &dealer, game.dealer_cards, dealt_by(To::Dealer))?;
        }
        if exact && jackpot_cards.len() < most {
            count("jackpot-cards", &jackpot_cards, most, dealt_by(To::JackpotCards))?;
        }
        let named = NamedCards { seats, dealer, board, jackpot_cards };
        named.no_card_twice().map_err(|error| error.by(book.label(book.table.pack.cite)))?;
        Ok(named)
    }

    fn no_card_twice(&self) -> Result<(), CaseError> {
        let mut places: Vec<(String, &[Card])> = Vec::new();
        places
            .extend(self.seats.iter().map(|(seat, cards)| (format!("seat {}", seat + 1), cards.as_slice())));
        places.push(("dealer".into(), &self.dealer));
        places.push(("board".into(), &self.board));
        places.push(("jackpot-cards".into(), &self.jackpot_cards));
        let mut seen: Vec<(Card, &str)> = Vec::new();
        for (place, cards) in &places {
            for &card in *cards {
                if let Some((_, other)) = seen.iter().find(|(known, _)| *known == card) {
                    let what = format!("the {} is also in {other}", card.in_words());
                    return Err(CaseError::new(place, what));
                }
                seen.push((card, place));
            }
        }
        Ok(())
    }

    /// How many community cards it names.
    pub(crate) fn board_cards(&self) -> usize {
        self.board.len()
    }

    /// Orders the deck by what the deal would do with it.
    pub(crate) fn deck(&self, machine: &Banked<'_>, deal: &[Ruled<Event>]) -> [CardId; 52] {
        let game = machine.game();
        let mut dealer = self.dealer.clone();
        if let (Some(up), false) = (&game.up_card, dealer.is_empty()) {
            // The first card named is the one that will be shown.
            let first = dealer.remove(0);
            dealer.insert(up.value.min(dealer.len()), first);
        }
        let mut seats = self.seats.clone();
        let mut board = self.board.iter().copied();
        let mut dealer = dealer.into_iter();
        let mut jackpot = self.jackpot_cards.iter().copied();
        let mut order: Vec<Option<Card>> = Vec::new();
        for event in deal {
            match event.value {
                Event::HandDealt { seat, cards } => {
                    let hand = seats.iter_mut().find(|(at, _)| *at == usize::from(seat));
                    let mut none = Vec::new();
                    let hand = hand.map_or(&mut none, |(_, hand)| hand);
                    let taken = usize::from(cards).min(hand.len());
                    order.extend(hand.drain(..taken).map(Some));
                    order.extend(std::iter::repeat_n(None, usize::from(cards) - taken));
                }
                Event::DealerDealt { cards } => order.extend((0..cards).map(|_| dealer.next())),
                Event::BoardDealt { cards } => order.extend((0..cards).map(|_| board.next())),
                Event::JackpotCardsDealt { cards } => order.extend((0..cards).map(|_| jackpot.next())),
                Event::CardBurnt => order.push(None),
                _ => {}
            }
        }
        order.extend(board.map(Some));
        order.truncate(52);
        let named: CardSet = order.iter().flatten().copied().collect();
        let mut others = cards::Pack::OF_52.cards().iter().filter(|card| !named.contains(*card));
        let mut deck = [CardId::new(0).unwrap_or_else(|| unreachable!("there is a first card")); 52];
        for (at, place) in deck.iter_mut().enumerate() {
            let card = order.get(at).copied().flatten().or_else(|| others.next());
            *place = card.map_or(*place, Card::id);
        }
        deck
    }
}

/// A deck that begins with these cards, or any.
pub(crate) fn beginning_with(place: &str, first: Option<&str>) -> Result<[cards::CardId; 52], CaseError> {
    let named = cards::parse_cards(first.unwrap_or_default())
        .map_err(|error| CaseError::new(place, format!("deck: {error}")))?;
    let known: cards::CardSet = named.iter().copied().collect();
    let others = cards::Pack::OF_52.cards().iter().filter(|card| !known.contains(*card));
    let mut all: Vec<cards::CardId> = named.iter().copied().chain(others).map(cards::Card::id).collect();
    all.truncate(52);
    <[cards::CardId; 52]>::try_from(all).map_err(|_| CaseError::new(place, "the deck has a card twice"))
}
