//! Every command, as its own declaration describes it.

use super::named;
use commands::{CommandSet, HouseCommand, MeterCommand, PatronFileCommand, TableCommand};
use serde_json::{Map, Value, json};

/// The schemas of all commands, and for each addressee the one that is any of them.
pub(super) fn schemas() -> Map<String, Value> {
    let mut all = commands::components();
    add::<TableCommand>(&mut all, "Say-", "TableCommand");
    add::<HouseCommand>(&mut all, "SayHouse-", "HouseCommand");
    add::<MeterCommand>(&mut all, "SayMeter-", "MeterCommand");
    add::<PatronFileCommand>(&mut all, "SayPatron-", "PatronCommand");
    all
}

fn add<C: CommandSet>(all: &mut Map<String, Value>, prefix: &str, any: &str) {
    let mut names = Vec::new();
    let mut mapping = Map::new();
    for (word, schema) in C::schemas() {
        let name = format!("{prefix}{word}");
        names.push(named(&name));
        mapping.insert(word, format!("#/components/schemas/{name}").into());
        all.insert(name, schema);
    }
    let schema = json!({ "oneOf": names, "discriminator": { "propertyName": "do", "mapping": mapping } });
    all.insert(any.to_string(), schema);
}
