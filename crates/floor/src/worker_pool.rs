//! The threads on which desks work. A desk is run by one thread at a time; while it waits for the store, the thread
//! serves others, so that a few threads run thousands of tables. Without threads of its own the work is done by whoever
//! brings it: one thing after another, the same way every time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// Something with a tray of work.
pub(crate) trait Worker: Send + Sync {
    /// Works until the tray is empty or nothing can be done without news.
    fn work(self: Arc<Self>);
    /// Set while the desk stands in the queue.
    fn queued(&self) -> &AtomicBool;
}

/// A few threads and the queue of desks with something to do.
pub(crate) struct WorkerPool {
    queue: Mutex<TaskQueue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

enum TaskQueue {
    /// Threads wait for desks.
    Threads(Sender<Arc<dyn Worker>>),
    /// Whoever wakes a desk works until nothing is left, unless somebody does so already.
    Bringers { desks: VecDeque<Arc<dyn Worker>>, at_work: bool },
    /// The floor is closed.
    Closed,
}

impl WorkerPool {
    pub(crate) fn start(threads: usize) -> Arc<WorkerPool> {
        if threads == 0 {
            let queue = TaskQueue::Bringers { desks: VecDeque::new(), at_work: false };
            return Arc::new(WorkerPool { queue: Mutex::new(queue), threads: Mutex::default() });
        }
        let (queue, work) = mpsc::channel::<Arc<dyn Worker>>();
        let work = Arc::new(Mutex::new(work));
        let threads = (0..threads).map(|_| {
            let work = Arc::clone(&work);
            thread::spawn(move || while serve(&work) {})
        });
        let threads = threads.collect();
        Arc::new(WorkerPool { queue: Mutex::new(TaskQueue::Threads(queue)), threads: Mutex::new(threads) })
    }

    /// Puts a desk into the queue, once.
    pub(crate) fn wake(&self, desk: Arc<dyn Worker>) {
        if desk.queued().swap(true, Ordering::AcqRel) {
            return;
        }
        match &mut *self.lock() {
            // Fails only when all threads are gone, and then nobody waits for an answer either.
            TaskQueue::Threads(queue) => return drop(queue.send(desk)),
            TaskQueue::Bringers { desks, at_work } => {
                desks.push_back(desk);
                if std::mem::replace(at_work, true) {
                    return;
                }
            }
            TaskQueue::Closed => return,
        }
        while let Some(desk) = self.next() {
            desk.queued().store(false, Ordering::Release);
            desk.work();
        }
    }

    /// The next desk for the one who brought the work.
    fn next(&self) -> Option<Arc<dyn Worker>> {
        let TaskQueue::Bringers { desks, at_work } = &mut *self.lock() else { return None };
        let next = desks.pop_front();
        *at_work = next.is_some();
        next
    }

    fn lock(&self) -> MutexGuard<'_, TaskQueue> {
        self.queue.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Lets the threads finish what is queued and end.
    pub(crate) fn stop(&self) {
        *self.lock() = TaskQueue::Closed;
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
