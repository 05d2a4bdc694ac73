//! What a site adds to the server: its routes, and how it shows what went wrong. The pages are a crate of their own, which the
//! server knows by this alone.

use crate::app::App;
use crate::problem::Problem;
use crate::viewer::Viewer;
use axum::Router;
use std::sync::Arc;

/// A site.
#[derive(Clone)]
pub struct Site {
    pub routes: Router<Arc<App>>,
    pub problem_page: ProblemPage,
    /// Works out what the first visitor would wait for.
    pub warm: fn(),
}

/// Renders a problem for whoever asked for a page.
pub type ProblemPage = fn(&ProblemFacts<'_>) -> String;

/// What a page about a problem may say.
pub struct ProblemFacts<'p> {
    pub problem: &'p Problem,
    pub viewer: &'p Viewer,
    /// Where to go back to after logging in.
    pub back: Option<&'p str>,
}
