//! Live views over real sockets: the frame that each viewer has after every step.

use futures_util::StreamExt;
use server::serve;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::worlds::compare::parted;
use crate::worlds::play::Pair;
use crate::worlds::wire::Wire;
use crate::worlds::world::{Viewer, World};

/// A frame comes within this, or never.
const PATIENCE: Duration = Duration::from_secs(20);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Somebody who watches the same thing in both worlds.
struct Watching {
    viewer: Viewer,
    page: String,
    sockets: [Socket; 2],
    last: [String; 2],
}

/// Both worlds on ports, and all who watch.
pub(crate) struct Sockets {
    runtime: Runtime,
    watching: Vec<Watching>,
    _stop: Vec<oneshot::Sender<()>>,
}

impl Sockets {
    pub(crate) fn open(pair: &Pair, wire: &Wire) -> Sockets {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
        let mut stop = Vec::new();
        let addresses = [0, 1].map(|at| {
            let world = &pair.worlds[at];
            let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
            let address = listener.local_addr().unwrap();
            let (stops, stopped) = oneshot::channel::<()>();
            stop.push(stops);
            let until = async move { drop(stopped.await) };
            let (app, router) = (world.app.clone(), world.router.clone());
            runtime.spawn(serve::serve(app, router, listener, watch::channel(false).0, until));
            address
        });
        let number = pair.worlds[0].number;
        let mut watching = Vec::new();
        for viewer in Viewer::all(pair.setting.seats) {
            for page in ["/tables", "/displays/tables", "/dealer", "/pit/tables"] {
                let page = format!("{page}/{number}");
                let there = [0, 1].map(|at| wire.get(&pair.worlds[at], viewer, &page).starts_with("200"));
                if page.starts_with("/displays") && viewer != Viewer::Nobody || there != [true, true] {
                    continue;
                }
                let sockets = [0, 1].map(|at| {
                    let world = &pair.worlds[at];
                    runtime.block_on(connect(world, addresses[at], viewer, &page))
                });
                watching.push(Watching { viewer, page, sockets, last: Default::default() });
            }
        }
        assert!(watching.len() > pair.setting.seats + Viewer::OTHERS.len(), "everybody watches the table");
        Sockets { runtime, watching, _stop: stop }
    }

    /// Waits until everybody has the frame of now, and compares. How many were alike.
    pub(crate) fn compare(&mut self, pair: &Pair, wire: &Wire) -> Result<usize, String> {
        let mut alike = 0;
        for watching in &mut self.watching {
            for at in [0, 1] {
                let page = wire.get(&pair.worlds[at], watching.viewer, &watching.page);
                while watching.last[at].is_empty() || missing(&page, &watching.last[at]).is_some() {
                    let next = watching.sockets[at].next();
                    let heard = self.runtime.block_on(async { timeout(PATIENCE, next).await });
                    match heard {
                        Ok(Some(Ok(Message::Text(text)))) => watching.last[at] = text.to_string(),
                        Ok(Some(Ok(_))) => {}
                        other => {
                            return Err(format!(
                                "{:?} waits at {}: {other:?}; the page lacks {:?}",
                                watching.viewer,
                                watching.page,
                                missing(&page, &watching.last[at]),
                            ));
                        }
                    }
                }
            }
            if pair.differ_at(watching.viewer, &watching.page) {
                continue;
            }
            if let Some(how) = parted(&pair.worlds, &watching.last) {
                return Err(format!("{:?} is sent too much at {}, {how}", watching.viewer, watching.page));
            }
            alike += 1;
        }
        Ok(alike)
    }
}

async fn connect(world: &World, address: SocketAddr, viewer: Viewer, page: &str) -> Socket {
    let mut request = format!("ws://{address}{page}/live").into_client_request().unwrap();
    if let Some(token) = world.token(viewer) {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    connect_async(request).await.unwrap().0
}

/// What a frame brings and a page does not show, region by region: a page may have more between them.
fn missing<'f>(page: &str, frame: &'f str) -> Option<&'f str> {
    let starts = frame.match_indices(" data-live=").filter_map(|(at, _)| frame[..at].rfind('<'));
    let mut cuts: Vec<usize> = std::iter::once(0).chain(starts).chain([frame.len()]).collect();
    cuts.dedup();
    let mut regions = cuts.windows(2).map(|cut| without_ends(&frame[cut[0]..cut[1]]));
    regions.find(|region| !page.contains(*region))
}

/// A region without the tags that close it and what is around it: a page may have more there than a frame.
fn without_ends(region: &str) -> &str {
    let mut left = region;
    while let Some((before, last)) = left.strip_suffix('>').and_then(|left| left.rsplit_once('<')) {
        if !last.starts_with('/') && last != "section class=\"proof\"" && last != "div class=\"beside\"" {
            break;
        }
        left = before;
    }
    left
}
