//! Everything that can be asked, in one place.

use crate::app::App;
use crate::{api, assets, health, pages};
use axum::Router;
use std::sync::Arc;

/// All pages and the API.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(pages::displays::routes())
        .merge(pages::inspector::routes())
        .merge(pages::lobby::routes())
        .merge(pages::odds::routes())
        .merge(pages::practice::routes())
        .merge(pages::rounds::routes())
        .merge(pages::rules::routes())
        .merge(pages::table::routes())
        .merge(pages::styleguide::routes())
        .merge(api::routes())
        .merge(pages::log_in::routes())
        .merge(assets::routes())
        .merge(health::routes())
}
