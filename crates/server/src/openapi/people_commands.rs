//! Every command for a house, for the meters of a book and for a patron's file: who gives it, what it says, an example.

use super::commands::{CommandDoc, said};

const STAFF: &str = "the staff";
const PIT: &str = "the pit";
const TWO: &str = "two persons together";
const PATRONS: &str = "the patron and the staff";

pub(super) const HOUSE: &[CommandDoc] = &[
    said(TWO, "hire", "Take somebody on.", &[("id", "staff"), ("name", "text"), ("role", "role")]),
    said(TWO, "change-role", "Give a member of staff another role.", &[("id", "staff"), ("role", "role")]),
    said(TWO, "dismiss", "Dismiss a member of staff.", &[("id", "staff")]),
    said(
        TWO,
        "enrol",
        "Enrol somebody from outside the ladder.",
        &[("id", "staff"), ("name", "text"), ("place", "outside")],
    ),
    said(TWO, "discharge", "Discharge somebody from outside.", &[("id", "staff")]),
    said(PIT, "open-day", "Open a gaming day.", &[("date", "date")]),
    said(PIT, "call-last-round", "Call the last round of the gaming day.", &[]),
    said(PIT, "play-on", "Take back that the last round was called.", &[]),
    said(
        TWO,
        "close-day",
        "Close the gaming day, over tables that are closed or counted.",
        &[("date", "date")],
    ),
    said(
        PATRONS,
        "raise-dispute",
        "Raise a dispute about a round.",
        &[("table", "table"), ("round", "round"), ("patron", "patron?"), ("what", "text")],
    ),
    said(PIT, "rule-dispute", "Rule on a dispute.", &[("dispute", "number"), ("ruling", "text")]),
    said(PATRONS, "escalate", "Take a dispute to the next instance.", &[("dispute", "number")]),
    said(
        PIT,
        "tell-of-inspector",
        "Tell the patron that an inspector can be asked.",
        &[("dispute", "number")],
    ),
    said(PATRONS, "take-to-inspector", "Take a dispute to an inspector.", &[("dispute", "number")]),
    said(
        "inspectors",
        "record-finding",
        "Record what the inspector found.",
        &[("dispute", "number"), ("finding", "text")],
    ),
    said(PIT, "close-dispute", "Close a dispute.", &[("dispute", "number"), ("content", "flag?")]),
    said(
        STAFF,
        "record-breach",
        "Record that somebody broke a rule.",
        &[("of", "person"), ("table", "table?"), ("kind", "breach"), ("what", "text")],
    ),
    said(
        PIT,
        "sanction",
        "Do something about a breach.",
        &[("breach", "number"), ("kind", "sanction"), ("amount", "amount?")],
    ),
    said(
        PIT,
        "release-withheld",
        "Release winnings that were withheld.",
        &[("breach", "number"), ("to-patron", "flag?")],
    ),
    said(
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
    said(
        PIT,
        "enquire",
        "Record what an enquiry into a wrong payment found.",
        &[("mispayment", "number"), ("suspected", "flag?"), ("note", "text")],
    ),
    said(
        PIT,
        "identify-patron",
        "Say to whom a wrong payment was made.",
        &[("mispayment", "number"), ("patron", "patron?")],
    ),
    said(
        PIT,
        "attempt-correction",
        "Record an attempt to correct a payment.",
        &[("mispayment", "number"), ("note", "text")],
    ),
    said(PIT, "correct", "Correct a payment.", &[("mispayment", "number"), ("amount", "amount")]),
    said(PIT, "tell-regulator", "Tell the regulator of a wrong payment.", &[("mispayment", "number")]),
    said(PIT, "report-month", "Report the wrong payments of a month.", &[("month", "month")]),
    said(STAFF, "supply-rules", "Give somebody the rules.", &[("to", "person")]),
    said(
        STAFF,
        "owe-duty",
        "Record that somebody must be notified.",
        &[("of", "notify"), ("table", "table"), ("round", "round")],
    ),
    said(PIT, "notify", "Record who was notified.", &[("duty", "number"), ("person", "staff")]),
    said(
        PIT,
        "direct",
        "Direct suspects at a table.",
        &[("table", "table"), ("patrons", "patrons"), ("direction", "direction")],
    ),
];

pub(super) const METER: &[CommandDoc] = &[
    said(
        PIT,
        "open",
        "Open a meter.",
        &[("terms", "terms"), ("amount", "amount?"), ("method-b", "flag?"), ("found", "flag?")],
    ),
    said(PIT, "link", "Link a table to a meter.", &[("meter", "number"), ("table", "table")]),
    said(PIT, "unlink", "Take a table off a meter.", &[("meter", "number"), ("table", "table")]),
    said(PIT, "move", "Move a table to another meter.", &[("table", "table"), ("to", "number")]),
    said(
        PIT,
        "post-notice",
        "Announce a change at the meter's tables.",
        &[("meter", "number"), ("of", "meter-notice"), ("table", "table?")],
    ),
    said(PIT, "close", "Close a meter.", &[("meter", "number"), ("into", "shares?")]),
    said(
        STAFF,
        "equipment",
        "Say whether the equipment works.",
        &[("meter", "number"), ("works", "flag?"), ("manual", "flag?")],
    ),
    said(PIT, "change-terms", "Change a meter's terms.", &[("meter", "number"), ("terms", "terms")]),
    said(
        PIT,
        "correct",
        "Correct a meter's value upwards.",
        &[("meter", "number"), ("amount", "amount"), ("why", "text")],
    ),
    said(
        PIT,
        "show-on-display",
        "Say where a meter is displayed.",
        &[("meter", "number"), ("place", "text")],
    ),
];

pub(super) const PATRON: &[CommandDoc] = &[
    said(STAFF, "register", "Open the file.", &[("name", "text")]),
    said(STAFF, "issue-card", "Issue a player card.", &[("card", "card-number")]),
    said(PATRONS, "report-card-lost", "Report the player card lost.", &[]),
    said(
        PATRONS,
        "set-limit",
        "Set a limit. A lower one holds at once, a higher one after its wait; without an amount it is lifted.",
        &[("limit", "limit"), ("amount", "amount?")],
    ),
    said(PATRONS, "take-effect", "Have an increase hold whose wait is over.", &[("limit", "limit")]),
    said(PATRONS, "cancel-increase", "Take back an increase that was asked for.", &[("limit", "limit")]),
    said(STAFF, "deposit", "Pay money into the account.", &[("amount", "amount"), ("from", "source")]),
    said(PATRONS, "withdraw", "Pay money out of the account.", &[("amount", "amount")]),
    said(PATRONS, "exclude", "Exclude the patron, until a day or for good.", &[("until", "date?")]),
    said(STAFF, "lift-exclusion", "Lift an exclusion.", &[]),
    said(STAFF, "pause", "Have the patron pause.", &[]),
    said(STAFF, "resume", "Let the patron play again.", &[]),
    said(
        STAFF,
        "link",
        "Link another file of the same person with the operator; the book is the one under which it has that number.",
        &[("patron", "patron"), ("book", "text?")],
    ),
];
