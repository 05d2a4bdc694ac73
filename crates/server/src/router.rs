//! Everything that can be asked, in one place.

use crate::app::App;
use crate::viewer::Viewer;
use crate::{api, assets, health, house_api, openapi, pages};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use std::sync::Arc;

/// All pages and the API.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(pages::api_docs::routes())
        .merge(pages::dealer::routes())
        .merge(pages::displays::routes())
        .merge(pages::inspector::routes())
        .merge(pages::lobby::routes())
        .merge(api::routes())
        .merge(pages::account::routes())
        .merge(pages::log_in::routes())
        .merge(pages::odds::routes())
        .merge(pages::own_data::routes())
        .merge(pages::pit::routes())
        .merge(pages::practice::routes())
        .merge(pages::rounds::routes())
        .merge(pages::rules::routes())
        .merge(pages::security::routes())
        .merge(pages::styleguide::routes())
        .merge(pages::table::routes())
        .merge(house_api::routes())
        .merge(assets::routes())
        .merge(health::routes())
        .merge(openapi::routes())
}

/// All of it with what stands around: who looks, and the guard.
pub fn with_layers(app: &Arc<App>, routes: Router<Arc<App>>) -> Router {
    let routed = routes.layer(from_fn_with_state(Arc::clone(app), require_known_route));
    let routed = routed.layer(from_fn_with_state(Arc::clone(app), crate::forward::forward_if_elsewhere));
    crate::guard::guard_all(app, routed.with_state(Arc::clone(app)))
}

/// Lets pages that know nothing of the floor know who looks.
async fn require_known_route(
    State(_): State<Arc<App>>,
    viewer: Viewer,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(viewer);
    next.run(request).await
}
