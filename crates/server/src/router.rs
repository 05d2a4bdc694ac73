//! Everything that can be asked, in one place.

use crate::app::App;
use crate::{api, assets, pages, people_api};
use axum::Router;
use std::sync::Arc;

/// All pages and the API.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(pages::lobby::routes())
        .merge(pages::account::routes())
        .merge(pages::pit::routes())
        .merge(pages::table::routes())
        .merge(pages::styleguide::routes())
        .merge(api::routes())
        .merge(people_api::routes())
        .merge(assets::routes())
}
