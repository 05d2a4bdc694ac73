//! The pages of the floor, rendered here; a little script keeps them fresh. Who asks and what they may see is the server's
//! business: a page draws what it is given.

pub mod account;
pub mod api_docs;
pub mod assets;
pub mod dealer;
pub mod displays;
pub mod inspector;
pub mod layout;
pub mod lobby;
pub mod log_in;
pub mod odds;
pub mod openapi;
pub mod own_data;
pub mod parts;
pub mod pit;
pub mod practice;
mod problem_page;
pub mod rounds;
pub mod rules;
pub mod security;
pub mod styleguide;
pub mod table;

use axum::Router;
use server::site::Site;
use server::{api, health, house_api};

/// Everything that can be asked of the program: pages, scripts and the API.
pub fn site() -> Site {
    let routes = Router::new()
        .merge(api_docs::routes())
        .merge(dealer::routes())
        .merge(displays::routes())
        .merge(inspector::routes())
        .merge(lobby::routes())
        .merge(api::routes())
        .merge(account::routes())
        .merge(log_in::routes())
        .merge(odds::routes())
        .merge(own_data::routes())
        .merge(pit::routes())
        .merge(practice::routes())
        .merge(rounds::routes())
        .merge(rules::routes())
        .merge(security::routes())
        .merge(styleguide::routes())
        .merge(table::routes())
        .merge(house_api::routes())
        .merge(assets::routes())
        .merge(health::routes())
        .merge(openapi::routes());
    Site { routes, problem_page: problem_page::show, warm: rules::warm }
}
