//! A hand as it is played, written down as a file's hand.

use crate::books::STANDARD;
use crate::setup::{Bets, codes};
use cards::Card;
use engine::Sink;
use phh::{Act as FileAct, FewCards, Hand as File};
use room::{ActKind, ChipAmount, Commission, Due, Event, Hand, HandRules, MOST, Structure};
use rulebook::Ruled;
use rulebook::room::{Family, Posts};

/// Writes events down as actions. Cards that fall one by one are gathered for each player and board.
#[derive(Debug)]
pub struct Recorder {
    file: File,
    standard: bool,
    stud: bool,
    players: usize,
    held: [Vec<Option<Card>>; MOST],
    kitty: Vec<Option<Card>>,
    /// Cards that have fallen since the last action.
    hole: [Vec<Option<Card>>; MOST],
    board: Vec<Option<Card>>,
    board_at: u8,
    shown_early: bool,
    /// One card served all: the hands that were shown have no new card of their own.
    shared: bool,
}

impl Recorder {
    /// Begins a file for a hand with these stacks.
    pub fn new(room: &HandRules<'_>, stacks: &[ChipAmount]) -> Recorder {
        let standard = room.book().front.id == STANDARD;
        let mut recorder = Recorder {
            file: File::new(),
            standard,
            stud: room.game().family == Family::Stud,
            players: stacks.len(),
            held: Default::default(),
            kitty: Vec::new(),
            hole: Default::default(),
            board: Vec::new(),
            board_at: 0,
            shown_early: false,
            shared: false,
        };
        recorder.fields(room, stacks);
        recorder
    }

    fn fields(&mut self, room: &HandRules<'_>, stacks: &[ChipAmount]) {
        let (terms, game, players) = (room.terms(), room.game(), stacks.len());
        let file = &mut self.file;
        let bets = match terms.structure {
            Structure::Fixed { .. } => Bets::Fixed,
            Structure::Spread { .. } => Bets::Spread,
            Structure::HalfPot { .. } => Bets::HalfPot,
            Structure::Pot { .. } => Bets::Pot,
            Structure::NoLimit { .. } => Bets::NoLimit,
        };
        let wagers = game.posts.value != Posts::Nothing;
        if self.standard {
            let code = codes().find(|(_, name, kind)| *name == game.game && *kind == bets);
            if let Some((code, ..)) = code {
                file.set_variant(code);
            }
            file.ante_trimming_status = terms.trim_antes.then_some(true);
        } else {
            file.set_rulebook(&room.book().front.id);
            file.set_game(&game.game);
            file.deck = Some(game.deck.value.len() as u8);
            if wagers {
                file.set_structure(bets.word());
            }
            file.chip = (terms.chip != 1).then_some(terms.chip);
            file.commission = match terms.commission {
                Commission::None => None,
                Commission::Percentage { ppm, cap } => {
                    Some(phh::Commission::Percent { ppm, cap: (cap != ChipAmount::MAX).then_some(cap) })
                }
                Commission::PerHand(fee) => Some(phh::Commission::PerHand(fee)),
                Commission::PerPerson(fee) => Some(phh::Commission::PerPerson(fee)),
                Commission::Several { ppm, cap, per_hand, per_person } => Some(phh::Commission::Several {
                    ppm: (ppm > 0).then_some(ppm),
                    cap: (ppm > 0 && cap != ChipAmount::MAX).then_some(cap),
                    per_hand: (per_hand > 0).then_some(per_hand),
                    per_person: (per_person > 0).then_some(per_person),
                }),
            };
        }
        let reversed = self.standard && players == 2 && game.button.value;
        let by_file = |list: &[ChipAmount; MOST]| -> Vec<ChipAmount> {
            let mut list = list[..players].to_vec();
            if reversed {
                list.reverse();
            }
            list
        };
        file.antes = by_file(&terms.antes);
        match game.posts.value {
            Posts::AntesAndBringIn => file.bring_in = Some(terms.bring_in),
            _ => file.blinds_or_straddles = by_file(&terms.blinds),
        }
        match terms.structure {
            _ if !wagers => file.unit = Some(terms.unit),
            Structure::Fixed { small, big, small_rounds } => {
                (file.small_bet, file.big_bet) = (Some(small), Some(big));
                let usual = (game.street.len() / 2) as u8;
                file.small_rounds = (small_rounds != usual).then_some(small_rounds);
            }
            Structure::Spread { least, most } => (file.min_bet, file.max_bet) = (Some(least), Some(most)),
            Structure::HalfPot { least } | Structure::Pot { least } | Structure::NoLimit { least } => {
                file.min_bet = Some(least);
            }
        }
        file.starting_stacks = stacks.iter().copied().map(Some).collect();
    }

    /// Looks at the hand after a command: the standard shows stud hands as soon as nobody can wager any more.
    pub fn look(&mut self, hand: &Hand) {
        let over = hand.due() == Due::Hole && hand.street() > 0 && hand.able().len() <= 1;
        if self.standard && self.stud && over && !self.shown_early {
            self.shown_early = true;
            self.flush();
            for seat in hand.live().iter() {
                self.show(seat);
            }
        }
    }

    /// The file, with the stacks that the hand ended with.
    pub fn finish(mut self, hand: &Hand) -> File {
        self.flush();
        self.file.finishing_stacks = hand.stacks().iter().copied().map(Some).collect();
        self.file
    }

    fn show(&mut self, seat: usize) {
        let cards = few(&self.held[seat]);
        self.file.push(FileAct::Show { player: seat as u8, cards });
    }

    /// What has fallen becomes actions: players first, clockwise.
    fn flush(&mut self) {
        for seat in 0..self.players {
            if !self.hole[seat].is_empty() {
                let cards = few(&self.hole[seat]);
                self.file.push(FileAct::DealHole { player: seat as u8, cards });
                self.hole[seat].clear();
            }
        }
        if !self.board.is_empty() {
            self.file.push(FileAct::DealBoard { cards: few(&self.board) });
            self.board.clear();
        }
    }
}

fn few(cards: &[Option<Card>]) -> FewCards {
    FewCards::of(cards.iter().copied()).unwrap_or(FewCards::EMPTY)
}

impl Sink<Ruled<Event>> for Recorder {
    fn take(&mut self, event: Ruled<Event>) {
        match event.value {
            Event::Dealt { seat, card, .. } => {
                let seat = usize::from(seat);
                self.hole[seat].push(*card);
                self.held[seat].push(*card);
                return;
            }
            Event::Burned(_) | Event::Shuffled(_) | Event::ShuffleDue => return,
            Event::ToBoard { board, card } => {
                if board != self.board_at {
                    self.flush();
                    self.board_at = board;
                }
                self.board.push(card);
                return;
            }
            _ => self.flush_unless_kitty(&event.value),
        }
        let told = match event.value {
            Event::ToKitty(card) => {
                self.kitty.push(*card);
                return;
            }
            Event::Community(card) => {
                self.shared = true;
                let cards = few(&[card]);
                if self.standard { FileAct::DealBoard { cards } } else { FileAct::DealCommunity { cards } }
            }
            Event::Acted { seat: player, done, to } => match done {
                ActKind::Fold => FileAct::Fold { player },
                ActKind::Check | ActKind::Call => FileAct::CheckCall { player },
                ActKind::Bet | ActKind::Raise => FileAct::RaiseTo { player, to },
                ActKind::BringIn => FileAct::BringIn { player },
                ActKind::TakeKitty => {
                    self.held[usize::from(player)] = self.kitty.clone();
                    FileAct::TakeKitty { player }
                }
            },
            Event::Discarded { seat: player, cards } => {
                let gone = cards.known();
                self.held[usize::from(player)].retain(|card| card.is_none_or(|card| !gone.contains(card)));
                FileAct::Discard { player, cards }
            }
            Event::Set { seat: player, front, middle, back } => {
                let all = front.iter().chain(middle.iter()).chain(back.iter());
                let cards = FewCards::of(all).unwrap_or(FewCards::EMPTY);
                FileAct::Set { player, cards, front: front.len() as u8, middle: middle.len() as u8 }
            }
            Event::Shown { .. } if self.shown_early && self.shared => return,
            Event::Shown { seat, .. } => return self.show(usize::from(seat)),
            Event::Mucked { seat: player } => FileAct::Muck { player },
            Event::Runs(times) => FileAct::Run { times },
            _ => return,
        };
        self.file.push(told);
    }
}

impl Recorder {
    /// The Kitty's five cards are one action, after the players' cards.
    fn flush_unless_kitty(&mut self, event: &Event) {
        self.flush();
        if !matches!(event, Event::ToKitty(_)) && !self.kitty.is_empty() {
            let dealt =
                self.file.actions().iter().any(|action| matches!(action.act, FileAct::DealKitty { .. }));
            if !dealt {
                self.file.push(FileAct::DealKitty { cards: few(&self.kitty) });
            }
        }
    }
}
