//! `cardroom floor check-round`: a round as the API tells it, checked without a store and without a key: the proof of each card, the
//! order of the deal, and the signed receipt for a seed.

use crate::Answer;
use crate::sorry::Sorry;
use cards::CardId;
use floor::{DealOf, Opening, PlaceSeed, dealing_order};
use serde::Deserialize;
use std::path::Path;
use store::{Hash, PublicKey};

/// `GET /api/tables/N/rounds/R`, as far as it is checked.
#[derive(Deserialize)]
struct Round {
    over: bool,
    deal: Option<Deal>,
    openings: Vec<Opened>,
}

#[derive(Deserialize)]
struct Deal {
    stream: String,
    round: u64,
    commitment: String,
    seeds: Vec<Given>,
    handed: Vec<Handed>,
    /// As the house gives it again with the round to whoever gave a seed.
    receipt: Option<Receipt>,
}

#[derive(Deserialize)]
struct Given {
    place: u8,
    seed: String,
    record: u64,
}

#[derive(Deserialize)]
struct Handed {
    to: String,
    cards: Vec<Option<String>>,
}

#[derive(Deserialize)]
struct Opened {
    place: u8,
    card: String,
    number: u8,
    salt: String,
    beside: Vec<String>,
}

/// The acknowledgement of a seed, as the answer to `give-seed` has it, or the answer itself.
#[derive(Deserialize)]
struct Receipt {
    stream: String,
    record: u64,
    commitment: String,
    place: u8,
    seed: String,
    key: String,
    signature: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Acknowledged {
    Receipt(Receipt),
    Answer { receipt: Receipt },
}

pub(super) fn answer(file: &Path, receipt: Option<&Path>, house: Option<&str>) -> Result<Answer, Sorry> {
    let not_a_key = || Sorry::Usage("--house-key: a key is 64 hexadecimal digits".into());
    let house = house.map(|key| PublicKey::parse(key).ok_or_else(not_a_key)).transpose()?;
    let round: Round = read(file)?;
    let wrong = |what: &str| Sorry::Usage(format!("{}: {what}", file.display()));
    let deal = round.deal.as_ref().ok_or_else(|| wrong("the system has dealt no cards in this round"))?;
    if !round.over {
        return Err(wrong("the round is not over, so its cards are not opened yet"));
    }
    let mut complaints = Vec::new();
    let seen = check_cards(deal, &round.openings, &mut complaints).ok_or_else(|| wrong(NOT_HASHES))?;
    let mut text = format!(
        "{} round {}: {seen} cards lay where the order of {} puts them\n",
        deal.stream,
        deal.round,
        super::counted(deal.seeds.len() as u64, "seed")
    );
    if let Some(path) = receipt {
        let receipt = match read(path)? {
            Acknowledged::Receipt(receipt) | Acknowledged::Answer { receipt } => receipt,
        };
        let before = complaints.len();
        check_receipt(deal, &receipt, house, &mut complaints)
            .ok_or_else(|| Sorry::Usage(format!("{}: {NOT_HASHES}", path.display())))?;
        if complaints.len() == before {
            text += &format!(
                "the seed of place {} is in it, as {} signed\n",
                receipt.place,
                signer(&receipt, house)
            );
        }
        if house.is_none() {
            let what = "a receipt is worth as much as its key: compare that with the one that the house has published, or give \
                        it with --house-key\n";
            text += what;
        }
    }
    let complete = complaints.is_empty();
    Ok(Answer { text: if complete { text } else { String::new() }, complaints, complete })
}

const NOT_HASHES: &str = "a commitment, seed, salt, hash, key or signature is not hexadecimal";

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Sorry> {
    let wrong = |what: String| Sorry::Usage(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text)
        .map_err(|error| wrong(format!("this is not a round or receipt from the API: {error}")))
}

/// Every card that was seen: its proof, and its place by the order of the deal. How many there were.
fn check_cards(deal: &Deal, openings: &[Opened], complaints: &mut Vec<String>) -> Option<usize> {
    let root = Hash::parse(&deal.commitment)?;
    let seed = |given: &Given| Some((given.place.checked_sub(1)?, Hash::parse(&given.seed)?.0));
    let seeds: Vec<PlaceSeed> = deal.seeds.iter().map(seed).collect::<Option<_>>()?;
    let order = dealing_order(52, DealOf { stream: &deal.stream, root, round: deal.round }, &seeds);
    let cards = deal.handed.iter().flat_map(|handed| handed.cards.iter().map(move |card| (&handed.to, card)));
    let mut seen = 0;
    for (turn, (to, card)) in cards.enumerate() {
        let Some(card) = card else { continue };
        seen += 1;
        let Some(opened) = openings.iter().find(|opened| opened.card == *card) else {
            complaints.push(format!("{card} of {to} is not opened"));
            continue;
        };
        if order.get(turn) != Some(&opened.place) {
            complaints
                .push(format!("{card} of {to} lay at place {}, not where the order puts it", opened.place));
        }
        if !opened.opening()?.proves(root) || opened.opening()?.card.card().to_string() != *card {
            complaints.push(format!("{card} of {to} does not lead to the commitment"));
        }
    }
    Some(seen)
}

/// Who signed, as far as that is known.
fn signer(receipt: &Receipt, house: Option<PublicKey>) -> String {
    if house.is_some() { "the house".into() } else { format!("the key {}", receipt.key) }
}

/// That the house signed for the seed, and that the record has it.
fn check_receipt(
    deal: &Deal,
    receipt: &Receipt,
    house: Option<PublicKey>,
    complaints: &mut Vec<String>,
) -> Option<()> {
    let key = PublicKey::parse(&receipt.key)?;
    let (high, low) = receipt.signature.split_at_checked(64)?;
    let signature: [u8; 64] = [Hash::parse(high)?.0, Hash::parse(low)?.0].concat().try_into().ok()?;
    let mut message = b"cardroom seed receipt 1\0".to_vec();
    message.extend(receipt.stream.as_bytes());
    message.push(0);
    message.extend(receipt.record.to_be_bytes());
    message.extend(Hash::parse(&receipt.commitment)?.0);
    message.push(receipt.place);
    message.extend(Hash::parse(&receipt.seed)?.0);
    if !key.verifies(&message, &signature) {
        complaints.push("the receipt is not signed with the key that it names".to_string());
    } else if house.is_some_and(|house| house != key) {
        complaints
            .push(format!("the receipt is signed with the key {}, which is not the house's", receipt.key));
    } else if let Some(told) = deal.receipt.as_ref().filter(|told| house.is_none() && told.key != receipt.key)
    {
        complaints.push(format!(
            "the receipt is signed with the key {}, and the house signed this round with {}: one of them is not the \
             house's; give the one that it has published with --house-key",
            receipt.key, told.key
        ));
    } else if receipt.stream != deal.stream || receipt.commitment != deal.commitment {
        complaints.push("the receipt is for another deck than this round was dealt from".to_string());
    } else if !deal.seeds.iter().any(|given| {
        (given.place, &given.seed, given.record) == (receipt.place, &receipt.seed, receipt.record)
    }) {
        complaints.push(format!(
            "{} signed for a seed of place {} in record {}, and the round lacks it: it was dropped",
            signer(receipt, house),
            receipt.place,
            receipt.record
        ));
    }
    Some(())
}

impl Opened {
    fn opening(&self) -> Option<Opening> {
        let beside: Vec<Hash> = self.beside.iter().map(|hash| Hash::parse(hash)).collect::<Option<_>>()?;
        Some(Opening {
            place: self.place,
            card: CardId::new(self.number)?,
            salt: Hash::parse(&self.salt)?.0,
            beside: beside.try_into().ok()?,
        })
    }
}
