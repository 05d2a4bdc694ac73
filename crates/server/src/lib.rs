//! The floor in the browser: server-rendered pages, a JSON API, live views, sessions. The rules are the engine's, the people
//! and the money the floor's; here is who asks, what they may see, and how it looks.

pub mod app;
pub mod assets;
pub mod config;
pub mod door;
pub mod guard;
pub mod health;
mod linger;
pub mod logs;
pub mod metrics;
pub mod pages;
pub mod run;
pub mod serve;
pub mod sorry;
pub mod texts;
pub mod viewer;
