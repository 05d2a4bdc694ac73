//! The floor in the browser: server-rendered pages, a JSON API, live views, sessions. The rules are the engine's, the people
//! and the money the floor's; here is who asks, what they may see, and how it looks.

pub mod api;
pub mod app;
pub mod assets;
pub mod demo;
pub mod door;
pub mod follow;
pub mod guard;
pub mod live;
pub mod orders;
pub mod pace;
pub mod pages;
pub mod people;
pub mod people_api;
pub mod rail;
pub mod router;
pub mod say;
pub mod sorry;
pub mod texts;
pub mod view;
pub mod viewer;
