//! What stands around every request: who looks, which process answers, and the guard.

use crate::app::App;
use crate::site::Site;
use crate::viewer::Viewer;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use std::sync::Arc;

/// All routes with what stands around them.
pub fn with_layers(app: &Arc<App>, site: Site) -> Router {
    let routed = site.routes.layer(from_fn_with_state(Arc::clone(app), require_known_route));
    let routed = routed.layer(from_fn_with_state(Arc::clone(app), crate::forward::forward_if_elsewhere));
    crate::guard::guard_all(app, site.problem_page, routed.with_state(Arc::clone(app)))
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
