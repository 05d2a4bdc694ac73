//! The floor in the browser: server-rendered pages, a JSON API, live views, sessions. The rules are the engine's, the people
//! and the money the floor's; here is who asks, what they may see, and how it looks.

pub mod absences;
pub mod access;
pub mod api;
pub mod app;
pub mod archive;
pub mod assets;
pub mod body;
pub mod config;
pub mod demo;
pub mod door;
pub mod follow;
pub mod guard;
pub mod health;
mod linger;
pub mod live;
pub mod logs;
pub mod metrics;
pub mod openapi;
pub mod orders;
pub mod pace;
pub mod pages;
pub mod people;
pub mod people_api;
pub mod practice_rooms;
pub mod rail;
mod recover;
pub mod idempotency;
pub mod router;
pub mod run;
pub mod say;
pub mod serve;
pub mod sorry;
pub mod texts;
pub mod view;
pub mod viewer;
pub mod winners;
