//! `cardroom deal`: random legal hands, written in the Poker Hand History format.

use crate::Answer;
use crate::progress::Bar;
use crate::sorry::Sorry;
use crate::stream::Stream;
use replay::{Bets, Books, HandRequest, STANDARD, codes, deal};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  cardroom deal NT --seats 6 --seed 7
        no-limit hold'em by the conventions of the format; its codes are FT NT NS PO FO/8 F7S F7S/8 FR N2L1D F2L3D FB
  cardroom deal two-card-manila --seats 5 --seed 7
        a game of the poker room's rulebook, whose fields begin with an underscore
  cardroom deal holdem --deck 20 --structure fixed --seats 4 --seed 7
  cardroom deal F2L3D --count 1000 --out hands/
        write a file for each seed from 1 to 1000

The same command line gives the same hand. Several hands on standard output are numbered, as in a .phhs.
Exit status: 0 if dealt, 1 if a file cannot be written, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DealArgs {
    /// A code of the format, such as NT, or a game of the rulebook, with its deck if you like: holdem-32
    pub(crate) game: String,

    /// Players; six by default, or as many as the game takes
    #[arg(long)]
    pub(crate) seats: Option<usize>,

    /// The seed for the cards, the stakes and the play
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Cards in the deck; by default the largest that the rulebook allows for the game
    #[arg(long, value_name = "CARDS")]
    pub(crate) deck: Option<usize>,

    /// How wagers are limited; random by default
    #[arg(long, value_parser = ["fixed", "spread", "half-pot", "pot", "no-limit"])]
    pub(crate) structure: Option<String>,

    /// How many hands, each from the next seed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) count: u64,

    /// Write a file for each hand into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// The rulebook for games without a code; a part of the name will do if it fits only one
    #[arg(long, default_value = "crown-melbourne-poker-13.0")]
    pub(crate) rulebook: String,
}

pub(crate) fn answer(args: &DealArgs) -> Result<Answer, Sorry> {
    let books = Books::open().map_err(|error| Sorry::Usage(format!("rulebook {error}")))?;
    let wanted = wanted(args, &books)?;
    let mut out = Stream::new();
    if let Some(folder) = &args.out
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        out.fail(&format!("{}: {error}", folder.display()));
        return Ok(Answer { text: String::new(), complaints: Vec::new(), complete: out.end() });
    }
    // Where the hands themselves appear on the terminal, they show how far it is.
    let quiet = args.out.is_none() && std::io::stdout().is_terminal();
    let bar = (!quiet).then(|| Bar::new(args.count, "hands"));
    let mut text = String::new();
    for at in 0..args.count {
        let seed = args.seed.wrapping_add(at);
        let dealt = deal(&books, &HandRequest { seed, ..wanted });
        let mut hand = dealt.map_err(|wrong| Sorry::Usage(wrong.to_string()))?;
        text.clear();
        match &args.out {
            Some(folder) => {
                phh::write_to(&hand, &mut text);
                write(folder, args, seed, &text, &mut out);
            }
            None => {
                hand.number = (args.count > 1).then_some(at + 1);
                phh::write_to(&hand, &mut text);
                if at > 0 {
                    out.print("\n");
                }
                out.print(&text);
            }
        }
        if out.is_closed() {
            break;
        }
        if let Some(bar) = &bar {
            bar.show(at + 1);
        }
    }
    if let Some(bar) = &bar {
        bar.clear();
    }
    Ok(Answer { text: String::new(), complaints: Vec::new(), complete: out.end() })
}

/// One file, named by game and seed. Where it cannot be written no other could be.
fn write(folder: &Path, args: &DealArgs, seed: u64, text: &str, out: &mut Stream) {
    let path = folder.join(format!("{}-{seed:04}.phh", args.game.replace('/', "_")));
    match std::fs::write(&path, text) {
        Ok(()) => {}
        Err(error) => out.fail(&format!("{}: {error}", path.display())),
    }
}

/// What is asked for, with what is left open filled in.
fn wanted<'a>(args: &'a DealArgs, books: &'a Books) -> Result<HandRequest<'a>, Sorry> {
    let rulebook = crate::rules::id(&args.rulebook)?;
    let coded = codes().find(|(code, ..)| *code == args.game);
    if let (Some((code, _, bets)), Some(_)) = (coded, &args.structure) {
        let line = format!("{code} is {} by its code; --structure is for games of a rulebook", bets.word());
        return Err(Sorry::Usage(line));
    }
    let all = || codes().map(|(code, ..)| code).collect::<Vec<_>>().join(", ");
    if coded.is_none() && rulebook == STANDARD {
        return Err(Sorry::Usage(format!("the games of {STANDARD} go by their codes: {}", all())));
    }
    let (book, name) = coded.map_or((rulebook, args.game.as_str()), |(_, name, _)| (STANDARD, name));
    let Some(book) = books.find(Some(book)) else {
        return Err(Sorry::Usage(format!(
            "{rulebook} is a book of games against the house; there are no hands between players"
        )));
    };
    let Some(game) = crate::rules::find_game(book, name, args.deck) else {
        // A code is not what the book calls its game.
        if let Some(sorry) =
            args.deck.and_then(|deck| crate::rules::other_decks(book, name, &args.game, deck))
        {
            return Err(sorry);
        }
        return Err(crate::rules::no_game(
            book,
            &args.game,
            args.deck,
            &format!(", and the codes {}", all()),
        ));
    };
    if args.structure.is_some() {
        crate::rules::needs_wagers(book, game)?;
    }
    Ok(HandRequest {
        // A game by its name and deck is the game with that deck.
        game: if coded.is_some() { &args.game } else { &game.game },
        rulebook,
        deck: Some(game.deck.value.len()),
        structure: args
            .structure
            .as_deref()
            .and_then(|word| Bets::ALL.into_iter().find(|bets| bets.word() == word)),
        seats: args.seats.unwrap_or(usize::from(game.players.value).min(6)),
        seed: args.seed,
    })
}
