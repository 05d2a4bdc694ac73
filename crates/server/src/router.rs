//! Everything that can be asked, in one place.

use crate::app::App;
use crate::{api, assets, pages};
use axum::Router;
use std::sync::Arc;

/// All pages and the API.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(pages::dealer::routes())
        .merge(pages::lobby::routes())
        .merge(pages::table::routes())
        .merge(pages::styleguide::routes())
        .merge(api::routes())
        .merge(assets::routes())
}
