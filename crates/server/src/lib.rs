//! The floor in the browser: server-rendered pages, a JSON API, live views, sessions. The rules are the engine's, the people
//! and the money the floor's; here is who asks, what they may see, and how it looks.

pub mod app;
pub mod assets;
pub mod door;
pub mod pages;
pub mod practice_rooms;
pub mod sorry;
pub mod texts;
pub mod viewer;
