//! Every command for a house, for the meters of a book and for a patron's file: who gives it, what it says, an example.

use super::commands::{CommandDoc, described};

const STAFF: &str = "the staff";
const PIT: &str = "the pit";
const TWO: &str = "two persons together";
const PATRONS: &str = "the patron and the staff";

pub(super) const HOUSE: &[CommandDoc] = &[
    described(TWO, "hire", "Take somebody on.", &[("id", "staff"), ("name", "text"), ("role", "role")]),
    described(
        TWO,
        "change-role",
        "Give a member of staff another role.",
        &[("id", "staff"), ("role", "role")],
    ),
    described(TWO, "dismiss", "Dismiss a member of staff.", &[("id", "staff")]),
    described(
        TWO,
        "enrol",
        "Enrol somebody from outside the ladder.",
        &[("id", "staff"), ("name", "text"), ("place", "outside")],
    ),
    described(TWO, "discharge", "Discharge somebody from outside.", &[("id", "staff")]),
    described(PIT, "open-day", "Open a gaming day.", &[("date", "date")]),
    described(PIT, "call-last-round", "Call the last round of the gaming day.", &[]),
    described(PIT, "play-on", "Take back that the last round was called.", &[]),
    described(
        TWO,
        "close-day",
        "Close the gaming day, over tables that are closed or counted.",
        &[("date", "date")],
    ),
    described(
        PATRONS,
        "raise-dispute",
        "Raise a dispute about a round.",
        &[("table", "table"), ("round", "round"), ("patron", "patron?"), ("what", "text")],
    ),
    described(PIT, "rule-dispute", "Rule on a dispute.", &[("dispute", "number"), ("ruling", "text")]),
    described(PATRONS, "escalate", "Take a dispute to the next instance.", &[("dispute", "number")]),
    described(
        PIT,
        "tell-of-inspector",
        "Tell the patron that an inspector can be asked.",
        &[("dispute", "number")],
    ),
    described(PATRONS, "take-to-inspector", "Take a dispute to an inspector.", &[("dispute", "number")]),
    described(
        "inspectors",
        "record-finding",
        "Record what the inspector found.",
        &[("dispute", "number"), ("finding", "text")],
    ),
    described(PIT, "close-dispute", "Close a dispute.", &[("dispute", "number"), ("content", "flag?")]),
    described(
        STAFF,
        "record-breach",
        "Record that somebody broke a rule.",
        &[("of", "person"), ("table", "table?"), ("kind", "breach"), ("what", "text")],
    ),
    described(
        PIT,
        "sanction",
        "Do something about a breach.",
        &[("breach", "number"), ("kind", "sanction"), ("amount", "amount?")],
    ),
    described(
        PIT,
        "release-withheld",
        "Release winnings that were withheld.",
        &[("breach", "number"), ("to-patron", "flag?")],
    ),
    described(
        STAFF,
        "record-mispayment",
        "Record that a payment was wrong.",
        &[
            ("table", "table"),
            ("round", "round"),
            ("patron", "patron?"),
            ("over", "flag?"),
            ("amount", "amount"),
            ("of", "mispaid"),
            ("suspected", "flag?"),
        ],
    ),
    described(
        PIT,
        "enquire",
        "Record what an enquiry into a wrong payment found.",
        &[("mispayment", "number"), ("suspected", "flag?"), ("note", "text")],
    ),
    described(
        PIT,
        "identify-patron",
        "Say to whom a wrong payment was made.",
        &[("mispayment", "number"), ("patron", "patron?")],
    ),
    described(
        PIT,
        "attempt-correction",
        "Record an attempt to correct a payment.",
        &[("mispayment", "number"), ("note", "text")],
    ),
    described(PIT, "correct", "Correct a payment.", &[("mispayment", "number"), ("amount", "amount")]),
    described(PIT, "tell-regulator", "Tell the regulator of a wrong payment.", &[("mispayment", "number")]),
    described(PIT, "report-month", "Report the wrong payments of a month.", &[("month", "month")]),
    described(STAFF, "supply-rules", "Give somebody the rules.", &[("to", "person")]),
    described(
        STAFF,
        "owe-duty",
        "Record that somebody must be notified.",
        &[("of", "notify"), ("table", "table"), ("round", "round")],
    ),
    described(PIT, "notify", "Record who was notified.", &[("duty", "number"), ("person", "staff")]),
    described(
        PIT,
        "direct",
        "Direct suspects at a table.",
        &[("table", "table"), ("patrons", "patrons"), ("direction", "direction")],
    ),
];

pub(super) const METER: &[CommandDoc] = &[
    described(
        PIT,
        "open",
        "Open a meter.",
        &[("terms", "terms"), ("amount", "amount?"), ("method-b", "flag?"), ("found", "flag?")],
    ),
    described(PIT, "link", "Link a table to a meter.", &[("meter", "number"), ("table", "table")]),
    described(PIT, "unlink", "Take a table off a meter.", &[("meter", "number"), ("table", "table")]),
    described(PIT, "move", "Move a table to another meter.", &[("table", "table"), ("to", "number")]),
    described(
        PIT,
        "post-notice",
        "Announce a change at the meter's tables.",
        &[("meter", "number"), ("of", "meter-notice"), ("table", "table?")],
    ),
    described(PIT, "close", "Close a meter.", &[("meter", "number"), ("into", "shares?")]),
    described(
        STAFF,
        "equipment",
        "Say whether the equipment works.",
        &[("meter", "number"), ("works", "flag?"), ("manual", "flag?")],
    ),
    described(PIT, "change-terms", "Change a meter's terms.", &[("meter", "number"), ("terms", "terms")]),
    described(
        PIT,
        "correct",
        "Correct a meter's value upwards.",
        &[("meter", "number"), ("amount", "amount"), ("why", "text")],
    ),
    described(
        PIT,
        "show-on-display",
        "Say where a meter is displayed.",
        &[("meter", "number"), ("place", "text")],
    ),
];

pub(super) const PATRON: &[CommandDoc] = &[
    described(STAFF, "register", "Open the file.", &[("name", "text")]),
    described(STAFF, "issue-card", "Issue a player card.", &[("card", "card-number")]),
    described(PATRONS, "report-card-lost", "Report the player card lost.", &[]),
    described(
        PATRONS,
        "set-limit",
        "Set a limit. A lower one holds at once, a higher one after its wait; without an amount it is lifted.",
        &[("limit", "limit"), ("amount", "amount?")],
    ),
    described(PATRONS, "take-effect", "Have an increase hold whose wait is over.", &[("limit", "limit")]),
    described(PATRONS, "cancel-increase", "Take back an increase that was asked for.", &[("limit", "limit")]),
    described(STAFF, "deposit", "Pay money into the account.", &[("amount", "amount"), ("from", "source")]),
    described(PATRONS, "withdraw", "Pay money out of the account.", &[("amount", "amount")]),
    described(PATRONS, "exclude", "Exclude the patron, until a day or for good.", &[("until", "date?")]),
    described(STAFF, "lift-exclusion", "Lift an exclusion.", &[]),
    described(STAFF, "pause", "Have the patron pause.", &[]),
    described(STAFF, "resume", "Let the patron play again.", &[]),
    described(
        STAFF,
        "link",
        "Link another file of the same person with the operator; the book is the one under which it has that number.",
        &[("patron", "patron"), ("book", "text?")],
    ),
];
