//! Reading hand after hand into the same one allocates nothing.

mod common;

use phh::Hand;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator as it comes; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is the system's, which gave out `place`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_hand_is_read_into_buffers_that_are_there() {
    let files = common::all();
    let mut hand = Hand::new();
    let mut many = String::new();
    for (place, file) in files.iter().enumerate() {
        phh::read_into(&mut hand, &file.text).expect("a hand");
        hand.number = Some(place as u64 + 1);
        phh::write_to(&hand, &mut many);
    }
    let before = COUNT.load(Ordering::Relaxed);
    let mut actions = 0;
    for file in &files {
        assert!(phh::read_into(&mut hand, &file.text).is_ok());
        actions += hand.actions().len();
    }
    let mut hands = phh::Hands::new(&many);
    while let Some(result) = hands.next_into(&mut hand) {
        assert!(result.is_ok());
        actions += hand.actions().len();
    }
    assert_eq!(COUNT.load(Ordering::Relaxed), before);
    assert!(actions > 10_000);
}
