//! The people of the house, topic by topic, under every book that can be played.

mod breaches;
mod cited;
mod desk;
mod disputes;
mod duties;
mod limits;
mod mispayments;
mod play;
mod properties;
mod roles;
mod staff;
mod stored;
