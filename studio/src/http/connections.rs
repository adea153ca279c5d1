//! Connections: how many are open at once, and how long the server waits for the head of a request.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::requests::Peer;

/// The most connections that wait for requests or answer one; others wait in the queue of the system. 10,000 that never
/// said what they wanted took 300 MB. A connection that became a WebSocket counts no more.
const MOST: usize = 4_096;
/// The longest wait for the head of a request, also between two requests of one connection.
const HEAD: Duration = Duration::from_secs(30);
/// The pause after a connection that the system could not open, as when it has no descriptor left.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves requests until the program ends.
pub async fn serve(listener: TcpListener, router: Router) -> Infallible {
    let free = Arc::new(Semaphore::new(MOST));
    loop {
        // Nobody closes the semaphore.
        let Ok(permit) = free.clone().acquire_owned().await else { continue };
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Messages are short, and each is waited for.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD);
            // A connection that breaks off is the client's affair.
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer.ip()));
                service.call(request)
            });
            let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(permit);
        });
    }
}
