//! Mail: from bytes to letters and back, with real servers where they are installed.

mod cheats;
mod clock;
mod club;
mod corpora;
mod desk;
mod doctor;
mod faults;
mod forgery;
mod kinds;
mod limits;
mod live;
mod loops;
mod lost;
mod private;
mod reading;
mod referee;
mod replies;
#[path = "../pages/screen.rs"]
mod screen;
mod servers;
mod silence;
mod soup;
mod turn;
mod vouched;
