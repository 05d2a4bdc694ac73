//! The rail: everybody who watches. A topic is one view of something for one kind of eyes; it is rendered once when something
//! that it shows has changed, whoever many look, and only while somebody does.

use axum::extract::ws::Utf8Bytes;
use engine::TableNumber;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::Stream;
use tokio::sync::watch;

/// What a topic shows changes when one of these does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChangeSource {
    /// A stream of the log: a table, the meters of a book, a house.
    Stream(Stream),
    Tables,
    Meters,
    Houses,
    /// What the automatic dealer waits for, at a table.
    DealerWait(TableNumber),
}

/// What is sent to everybody who watches a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub text: Utf8Bytes,
}

/// Renders a topic; nothing where it is no more.
pub type Render = Box<dyn Fn() -> Option<String> + Send + Sync>;

struct BroadcastTopic {
    to: watch::Sender<Frame>,
    render: Arc<Render>,
    sources: Vec<ChangeSource>,
    /// Frames are at least so far apart; the first after a pause comes at once.
    gap: Duration,
    rendered: Instant,
}

#[derive(Default)]
struct TopicRegistry {
    by_key: HashMap<String, BroadcastTopic>,
    by_source: HashMap<ChangeSource, HashSet<String>>,
}

/// The rail.
pub struct Broadcaster {
    topics: Arc<Mutex<TopicRegistry>>,
    /// How many topics there are: where nobody watches, a change costs nothing.
    count: Arc<AtomicUsize>,
    touched: Mutex<Option<Sender<ChangeSource>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Default for Broadcaster {
    fn default() -> Broadcaster {
        let (tell, told) = mpsc::channel();
        let topics = Arc::<Mutex<TopicRegistry>>::default();
        let count = Arc::<AtomicUsize>::default();
        let (own, counted) = (Arc::clone(&topics), Arc::clone(&count));
        let named = std::thread::Builder::new().name("rail".into());
        let thread = named.spawn(move || run(&own, &counted, &told)).ok();
        Broadcaster { topics, count, touched: Mutex::new(Some(tell)), thread: Mutex::new(thread) }
    }
}

impl Broadcaster {
    /// Something has changed.
    pub fn notify(&self, source: ChangeSource) {
        // A topic that comes now is rendered again once it is counted.
        if self.count.load(Ordering::SeqCst) == 0 {
            return;
        }
        if let Some(tell) = lock(&self.touched).as_ref() {
            // If nobody renders any more, nobody watches either.
            let _ = tell.send(source);
        }
    }

    /// Watches a topic: the frame as it is now, and later ones, `gap` apart at least.
    pub fn subscribe(
        &self,
        key: &str,
        (sources, gap): (&[ChangeSource], Duration),
        render: Render,
    ) -> Option<watch::Receiver<Frame>> {
        if let Some(topic) = lock(&self.topics).by_key.get(key) {
            return Some(topic.to.subscribe());
        }
        // Rendered outside the lock: it looks at desks.
        let text = render()?;
        let mut topics = lock(&self.topics);
        if let Some(topic) = topics.by_key.get(key) {
            return Some(topic.to.subscribe());
        }
        let (to, from) = watch::channel(Frame { text: text.into() });
        for source in sources {
            topics.by_source.entry(source.clone()).or_default().insert(key.to_string());
        }
        topics.by_key.insert(
            key.to_string(),
            BroadcastTopic {
                to,
                render: Arc::new(render),
                sources: sources.to_vec(),
                gap,
                rendered: Instant::now(),
            },
        );
        self.count.store(topics.by_key.len(), Ordering::SeqCst);
        drop(topics);
        // What changed since it was rendered is rendered again.
        sources.iter().for_each(|source| self.notify(source.clone()));
        Some(from)
    }

    /// How many watch, over all topics.
    pub fn watchers(&self) -> usize {
        lock(&self.topics).by_key.values().map(|topic| topic.to.receiver_count()).sum()
    }

    /// Ends the rendering.
    pub fn close(&self) {
        *lock(&self.touched) = None;
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

/// Renders what has changed, until nobody tells any more. Changes that come while it renders are taken together.
fn run(topics: &Mutex<TopicRegistry>, count: &AtomicUsize, told: &Receiver<ChangeSource>) {
    // Topics that must wait for their gap, with the end of it.
    let mut waiting: HashMap<String, Instant> = HashMap::new();
    loop {
        let first = match waiting.values().min() {
            None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(next) => told.recv_timeout(next.saturating_duration_since(Instant::now())),
        };
        let sources: HashSet<ChangeSource> = match first {
            Ok(first) => std::iter::once(first).chain(told.try_iter()).collect(),
            Err(RecvTimeoutError::Timeout) => HashSet::new(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let now = Instant::now();
        let mut due: Vec<(String, Arc<Render>)> = Vec::new();
        {
            let mut topics = lock(topics);
            let mut keys: HashSet<String> =
                sources.iter().filter_map(|source| topics.by_source.get(source)).flatten().cloned().collect();
            keys.extend(waiting.iter().filter(|(_, until)| **until <= now).map(|(key, _)| key.clone()));
            for key in keys {
                let Some(topic) = topics.by_key.get_mut(&key) else {
                    waiting.remove(&key);
                    continue;
                };
                if topic.to.receiver_count() == 0 {
                    topics.forget(&key);
                    waiting.remove(&key);
                } else if topic.rendered + topic.gap > now {
                    waiting.insert(key, topic.rendered + topic.gap);
                } else {
                    topic.rendered = now;
                    waiting.remove(&key);
                    due.push((key, Arc::clone(&topic.render)));
                }
            }
            count.store(topics.by_key.len(), Ordering::SeqCst);
        }
        for (key, render) in due {
            let Some(text) = render() else { continue };
            let topics = lock(topics);
            if let Some(topic) = topics.by_key.get(&key) {
                topic.to.send_if_modified(|frame| {
                    let differs = frame.text.as_str() != text;
                    if differs {
                        frame.text = text.into();
                    }
                    differs
                });
            }
        }
    }
}

impl TopicRegistry {
    fn forget(&mut self, key: &str) {
        let Some(topic) = self.by_key.remove(key) else { return };
        for source in topic.sources {
            if let Some(keys) = self.by_source.get_mut(&source) {
                keys.remove(key);
                if keys.is_empty() {
                    self.by_source.remove(&source);
                }
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Duration = Duration::ZERO;

    #[test]
    fn a_topic_is_rendered_when_something_changed_and_somebody_looks() {
        let rail = Broadcaster::default();
        let value = Arc::new(AtomicUsize::new(1));
        let shown = Arc::clone(&value);
        let render = move || Some(shown.load(Ordering::SeqCst).to_string());
        let mut seen = rail.subscribe("a", (&[ChangeSource::Tables], NONE), Box::new(render)).unwrap();
        assert_eq!(seen.borrow_and_update().text.as_str(), "1");
        value.store(2, Ordering::SeqCst);
        rail.notify(ChangeSource::Meters);
        rail.notify(ChangeSource::Tables);
        let later = rail.subscribe("a", (&[], NONE), Box::new(|| None)).unwrap();
        assert_eq!(rail.watchers(), 2);
        rail.close();
        assert!(seen.has_changed().unwrap());
        assert_eq!(seen.borrow_and_update().text.as_str(), "2");
        drop((seen, later));
        assert_eq!(rail.watchers(), 0);
    }

    #[test]
    fn what_nobody_watches_is_forgotten() {
        let rail = Broadcaster::default();
        drop(rail.subscribe(
            "a",
            (&[ChangeSource::DealerWait(TableNumber(1))], NONE),
            Box::new(|| Some("x".into())),
        ));
        rail.notify(ChangeSource::DealerWait(TableNumber(1)));
        rail.close();
        let topics = lock(&rail.topics);
        assert!(topics.by_key.is_empty() && topics.by_source.is_empty());
    }
}
