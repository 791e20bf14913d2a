//! `tsuro serve`, as browsers, programs and attackers use it.

mod attacks;
mod client;
mod faults;
mod games;
mod lab;
mod limits;
mod network;
mod questions;
mod reviews;
mod scripts;
mod secrets;
mod stateful;
mod stored;
mod suites;
mod take_back;
