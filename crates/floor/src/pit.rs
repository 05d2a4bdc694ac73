//! The threads on which desks work. A desk is run by one thread at a time; while it waits for the store, the thread
//! serves others, so that a few threads run thousands of tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// Something with a tray of work.
pub(crate) trait Worker: Send + Sync {
    /// Works until the tray is empty or nothing can be done without news.
    fn work(self: Arc<Self>);
    /// Set while the desk stands in the queue.
    fn queued(&self) -> &AtomicBool;
}

/// A few threads and the queue of desks with something to do.
pub(crate) struct Pit {
    queue: Mutex<Option<Sender<Arc<dyn Worker>>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pit {
    pub(crate) fn start(threads: usize) -> Arc<Pit> {
        let (queue, work) = mpsc::channel::<Arc<dyn Worker>>();
        let work = Arc::new(Mutex::new(work));
        let threads = (0..threads.max(1)).map(|_| {
            let work = Arc::clone(&work);
            thread::spawn(move || while serve(&work) {})
        });
        let threads = threads.collect();
        Arc::new(Pit { queue: Mutex::new(Some(queue)), threads: Mutex::new(threads) })
    }

    /// Puts a desk into the queue, once.
    pub(crate) fn wake(&self, desk: Arc<dyn Worker>) {
        if desk.queued().swap(true, Ordering::AcqRel) {
            return;
        }
        let queue = self.queue.lock().unwrap_or_else(|broken| broken.into_inner());
        if let Some(queue) = queue.as_ref() {
            // Fails only when all threads are gone, and then nobody waits for an answer either.
            let _ = queue.send(desk);
        }
    }

    /// Lets the threads finish what is queued and end.
    pub(crate) fn stop(&self) {
        self.queue.lock().unwrap_or_else(|broken| broken.into_inner()).take();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(|broken| broken.into_inner()));
        for thread in threads.into_iter().filter(|thread| thread.thread().id() != thread::current().id()) {
            let _ = thread.join();
        }
    }
}

/// Serves one desk; false when there will be no more.
fn serve(work: &Mutex<Receiver<Arc<dyn Worker>>>) -> bool {
    let next = work.lock().unwrap_or_else(|broken| broken.into_inner()).recv();
    let Ok(desk) = next else { return false };
    // Cleared before working: what arrives from here on queues the desk again.
    desk.queued().store(false, Ordering::Release);
    desk.work();
    true
}
