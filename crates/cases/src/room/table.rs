//! What happens between hands: lines told to the machine of a table.

use super::file::RoomCase;
use super::form::{self, TABLE};
use super::hand_line::LineReader;
use super::line::{Answer, CitedWords, cards, said};
use super::script::{Facts, Script, clock};
use super::sign::ppm;
use crate::CitedClauses;
use crate::file::CaseError;
use room::table::{
    Command, Event, ExtraTime, HandResult, Kill, KillTerms, Lineup, Notice, Origin, Person, Rake, RoomTable,
    Sign, Table, words,
};
use room::{ChipAmount, Commission, Seats, Structure};
use rulebook::Ruled;
use rulebook::room::{CapCovers, RoomBook};

/// A table of a case.
pub(crate) struct TableScript<'b> {
    case: &'b RoomCase,
    machine: Table<'b>,
    table: RoomTable,
    people: Vec<String>,
    now: u64,
    heard: CitedClauses,
}

impl<'b> TableScript<'b> {
    pub(crate) fn new(case: &'b RoomCase, book: &'b RoomBook) -> TableScript<'b> {
        TableScript {
            case,
            machine: Table::new(book),
            table: RoomTable::new(case.seats.unwrap_or(9)),
            people: Vec::new(),
            now: 0,
            heard: CitedClauses::default(),
        }
    }

    /// The hand that is under way, and the sign it began on.
    pub(crate) fn dealt(&self) -> Option<(&Lineup, &Sign)> {
        self.table.hand().zip(self.table.sign())
    }

    fn person(&mut self, name: &str) -> Person {
        let at = self.people.iter().position(|known| known == name).unwrap_or_else(|| {
            self.people.push(name.to_string());
            self.people.len() - 1
        });
        Person(at as u64)
    }

    fn named(&self, person: Person) -> String {
        self.people.get(person.0 as usize).cloned().unwrap_or_else(|| format!("person {}", person.0))
    }

    /// The sign of the file, with what a line says otherwise.
    fn sign(&self, facts: &Facts<'_>) -> Result<Sign, CaseError> {
        let case = self.case.with(facts)?;
        let game = case.found(self.machine.book())?;
        let terms = case.terms_for(game, None)?;
        let extra = &case.sign()?;
        if extra.fees.is_some() && terms.commission.per_hand() != 0 {
            let what = "give fees by the number of players or per_hand, not both: they are the same method";
            return Err(CaseError::new("sign.fees", what));
        }
        let mut sign = Sign::plain(game, terms.structure, extra.buy_in.unwrap_or(200));
        sign.blinds = extra.blinds.clone();
        sign.ante = terms.antes[0];
        (sign.bring_in, sign.chip, sign.unit) = (terms.bring_in, terms.chip, terms.unit);
        let ((ppm, cap), per_hand) = (terms.commission.percentage(), terms.commission.per_hand());
        let fees = match &extra.fees {
            Some(fees) => fees.clone(),
            None if matches!(terms.commission, Commission::PerHand(_)) || per_hand != 0 => {
                vec![(2, per_hand)]
            }
            None => Vec::new(),
        };
        sign.rake = match terms.commission {
            // A fee of nothing is a fee that the sign cannot have.
            Commission::PerPerson(0) if fees.is_empty() => Rake::PerPerson(0),
            _ if matches!(&extra.fees, Some(fees) if fees.is_empty()) => Rake::PerHand(Vec::new()),
            Commission::Percentage { .. } => Rake::of((Some(ppm), Some(cap)), fees, 0),
            commission => {
                let percentage =
                    (Some(ppm).filter(|ppm| *ppm > 0), Some(cap).filter(|cap| *cap != ChipAmount::MAX));
                Rake::of(percentage, fees, commission.per_person())
            }
        };
        (sign.hourly, sign.stand_alone, sign.over_blinds) =
            (extra.hourly, extra.stand_alone, extra.over_blinds);
        sign.time_to_act = extra.time_to_act.unwrap_or(sign.time_to_act);
        sign.extra_time = extra.extra_time.map(|extra| ExtraTime {
            seconds: extra.seconds,
            times: extra.times,
            fee: extra.fee,
        });
        sign.kill = extra.kill.map(|kill| KillTerms {
            qualifying: kill.qualifying,
            wager: kill.wager,
            structure: doubled(terms.structure),
        });
        sign.jackpot = extra.jackpot;
        sign.show_all();
        for lacking in &extra.lacks {
            let notice = Notice::ALL
                .into_iter()
                .find(|notice| crate::irregularities::kebab(&format!("{notice:?}")) == *lacking);
            let notice = notice.ok_or_else(|| {
                let known: Vec<String> = Notice::ALL.iter().map(super::hand_line::name).collect();
                CaseError::new(
                    "sign",
                    format!("'{lacking}' is not a notice; choose from {}", known.join(", ")),
                )
            })?;
            sign.shows = sign.shows.without(notice);
        }
        Ok(sign)
    }

    /// The hand is over: these seats share a pot that another paid.
    fn result(
        &self,
        place: &str,
        winners: &[u8],
        pot: ChipAmount,
        commission: ChipAmount,
    ) -> Result<HandResult, CaseError> {
        let wrong = |what: &str| CaseError::new(place, what);
        let Some(lineup) = self.table.hand() else {
            let nothing = HandResult { stacks: vec![], pot, winners: Seats::NONE, commission, void: false };
            return Ok(nothing);
        };
        let mut stacks = lineup.stacks.clone();
        let mut won = Seats::NONE;
        for &seat in winners {
            let at = lineup.position(seat).ok_or_else(|| wrong("that seat is not in the hand"))?;
            won = won.with(at);
        }
        let pays = (0..stacks.len()).find(|at| !won.has(*at)).ok_or_else(|| wrong("somebody has to lose"))?;
        stacks[pays] -= pot;
        for at in won.iter() {
            stacks[at] += (pot - commission) / won.len() as ChipAmount;
        }
        Ok(HandResult { stacks, pot, winners: won, commission, void: false })
    }

    fn command(&mut self, place: &str, facts: &Facts<'_>) -> Result<Option<Command>, CaseError> {
        let wrong = |what: String| CaseError::new(place, what);
        let words = facts.words();
        let seat = |text: &str| {
            let number: Option<u8> = text.parse().ok();
            number
                .and_then(|number| number.checked_sub(1))
                .ok_or_else(|| wrong(format!("'{text}' is not a seat")))
        };
        let chips =
            |text: &str| text.parse::<ChipAmount>().map_err(|_| wrong(format!("'{text}' is not an amount")));
        let post = words.contains(&"post");
        Ok(Some(match *words {
            ["open"] => Command::Open(Box::new(self.sign(facts)?)),
            ["announce"] => Command::Announce(Box::new(self.sign(facts)?)),
            ["join", who] => Command::Join(self.person(who)),
            ["quit", who] => Command::Quit(self.person(who)),
            ["claim", who, at] => Command::Claim { person: self.person(who), seat: seat(at)? },
            ["draw", at] => {
                let seat = seat(at)?;
                let mut drawn = Vec::new();
                for (who, card) in facts.pairs() {
                    let card = cards(card).and_then(|cards| cards.iter().next().flatten());
                    let card = card.ok_or_else(|| wrong(format!("{who} has drawn no card")))?;
                    drawn.push((self.person(who), card));
                }
                Command::Draw { seat, cards: drawn }
            }
            ["sit", who, at, with] => {
                let from = match facts.get("from") {
                    None | Some("new") => Origin::New,
                    Some("closed-game") => Origin::ClosedGame,
                    Some("moved") => Origin::Moved,
                    Some(other) => {
                        let what = format!(
                            "'{other}' is not a place to come from; choose from new, closed-game, moved"
                        );
                        return Err(wrong(what));
                    }
                };
                Command::Sit { person: self.person(who), seat: seat(at)?, chips: chips(with)?, from }
            }
            ["buy", at, more] => Command::Buy { seat: seat(at)?, chips: chips(more)? },
            ["remove", at, less] => Command::Remove { seat: seat(at)?, chips: chips(less)? },
            ["sit-out", at] => Command::SitOut { seat: seat(at)? },
            ["walk", at] => Command::Walk { seat: seat(at)? },
            ["return", at] | ["return", at, "post"] => Command::Return { seat: seat(at)?, post },
            ["impose", at, "wait"] | ["impose", at, "post"] => Command::Impose { seat: seat(at)?, post },
            ["move", at, to] | ["move", at, to, "post"] => {
                Command::Move { seat: seat(at)?, to: seat(to)?, post }
            }
            ["leave", at] => Command::Leave { seat: seat(at)? },
            ["pick-up", at] => Command::PickUp { seat: seat(at)? },
            ["come-back", who] => Command::ComeBack(self.person(who)),
            ["straddle", at] => Command::Straddle { seat: seat(at)? },
            ["start"] => Command::Start,
            ["fold", at] => Command::Fold { seat: seat(at)? },
            ["won", ref winners @ .., pot] => {
                let winners = winners.iter().map(|at| seat(at)).collect::<Result<Vec<_>, _>>()?;
                let taken = facts.get("commission").map_or(Ok(0), chips)?;
                Command::Finish(self.result(place, &winners, chips(pot)?, taken)?)
            }
            ["void"] => {
                let (mut stacks, mut fees) = (Vec::new(), Vec::new());
                if let Some(lineup) = self.table.hand() {
                    stacks.clone_from(&lineup.stacks);
                    let covers = self.machine.book().law.cap_covers;
                    fees = lineup.fees(covers.is_some_and(|covers| covers.value == CapCovers::WholeHand));
                }
                // What was collected before the hand, if the house keeps it.
                let commission = facts.get("commission").map_or(Ok(0), chips)?;
                if commission > 0 {
                    stacks.iter_mut().zip(&fees).for_each(|(stack, fee)| *stack -= fee);
                }
                Command::Finish(HandResult { stacks, pot: 0, winners: Seats::NONE, commission, void: true })
            }
            ["collect-time"] => Command::CollectTime,
            ["verify-time"] => Command::VerifyTime,
            ["vary"] | ["vary", "signed"] => {
                let rate =
                    |percent| ppm(percent).ok_or_else(|| wrong(format!("'{percent}' is not a percentage")));
                let rate = facts.get("percent").map(rate).transpose()?;
                let cap = facts.get("cap").map(chips).transpose()?;
                let per_hand = facts.get("per_hand").map(chips).transpose()?;
                let per_person = facts.get("per_person").map(chips).transpose()?;
                if cap.is_some() && rate.is_none() && per_hand.is_none() && per_person.is_none() {
                    return Err(wrong("a cap goes with percent, per_hand or per_person".into()));
                }
                let rake = match (rate, cap, per_hand, per_person) {
                    (None, None, None, Some(fee)) => Rake::PerPerson(fee),
                    _ => Rake::of(
                        (rate, cap),
                        per_hand.into_iter().map(|fee| (2, fee)).collect(),
                        per_person.unwrap_or(0),
                    ),
                };
                let hourly = facts.get("hourly").map(chips).transpose()?;
                Command::Vary { rake, hourly, sign_changed: words.contains(&"signed") }
            }
            ["show-minimum", least] => Command::ShowMinimum(chips(least)?),
            ["agree", at] => Command::Agree { seat: seat(at)? },
            ["change"] => Command::Change,
            ["announce-close"] => Command::AnnounceClose,
            ["agree-close", at] => Command::AgreeClose { seat: seat(at)? },
            ["close"] => Command::Close,
            _ => return Ok(None),
        }))
    }

    fn look(&self, place: &str, words: &[&str]) -> Result<String, CaseError> {
        let names = |list: Vec<String>| if list.is_empty() { "nobody".into() } else { list.join(" ") };
        let seats = |seats: &[u8]| names(seats.iter().map(|seat| (seat + 1).to_string()).collect());
        let lineup = self.table.hand();
        Ok(match *words {
            ["button"] => self.table.turn().map_or("none".into(), |turn| (turn.button + 1).to_string()),
            ["dealt"] => lineup.map_or("nobody".into(), |lineup| seats(&lineup.seats)),
            ["blinds"] => lineup.map_or("nobody".into(), |lineup| {
                let posts = lineup.seats.iter().zip(lineup.terms.blinds).filter(|(_, chips)| *chips != 0);
                names(posts.map(|(seat, chips)| format!("{}:{}", seat + 1, chips.abs())).collect())
            }),
            ["kill"] => match self.table.kill() {
                Kill::Neutral => "neutral".into(),
                Kill::LegUp(person) => format!("leg up {}", self.named(person)),
                Kill::Killer(person) => format!("killer {}", self.named(person)),
            },
            ["list"] => names(self.table.list().iter().map(|person| self.named(*person)).collect()),
            ["stack", at] | ["marker", at] => {
                let number = at.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
                let seat = number.ok_or_else(|| CaseError::new(place, format!("'{at}' is not a seat")))?;
                match words[0] {
                    "stack" => {
                        self.table.seated(seat).map_or("nobody".into(), |seated| seated.stack.to_string())
                    }
                    _ => self
                        .table
                        .marker(seat)
                        .map_or("none".into(), |marker| crate::irregularities::kebab(&format!("{marker:?}"))),
                }
            }
            _ => {
                let what = words.join(" ");
                return Err(CaseError::new(place, format!("'{what}' is not an action or a look")));
            }
        })
    }
}

/// Limits in a hand with a Killer are twice as high.
fn doubled(structure: Structure) -> Structure {
    match structure {
        Structure::Fixed { small, big, small_rounds } => {
            Structure::Fixed { small: 2 * small, big: 2 * big, small_rounds }
        }
        other => other,
    }
}

impl Script for TableScript<'_> {
    fn line(&mut self, place: &str, text: &str) -> Result<Answer, CaseError> {
        let facts = Facts::of(text);
        form::find(place, &facts, TABLE, &["by", "at"])?;
        self.now = clock(place, self.now, &facts)?;
        let book = self.machine.book();
        let role = facts.get("by").unwrap_or("dealer").to_string();
        let actor = LineReader::new(place, text, book).actor(&role, self.now)?;
        let Some(command) = self.command(place, &facts)? else {
            return self.look(place, facts.words()).map(Answer::Seen);
        };
        let mut events: Vec<Ruled<Event>> = Vec::new();
        let told = self.machine.tell(&mut self.table, actor, &command, &mut events);
        Ok(match told {
            Ok(()) => {
                let name = |person: Person| self.named(person);
                let mut all: Vec<CitedWords> = Vec::new();
                for event in &events {
                    all.push(said(book, words(&event.value, &name), event.cite));
                }
                events.iter().for_each(|event| self.heard.note(event.cite));
                Answer::Done(all)
            }
            Err(refusal) => {
                self.heard.note(refusal.cite);
                Answer::Refused(said(book, refusal.reason.to_string(), refusal.cite))
            }
        })
    }

    fn heard(&self) -> &CitedClauses {
        &self.heard
    }
}
