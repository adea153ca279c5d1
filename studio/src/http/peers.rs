//! Peers: requests about a table that another server of the same database plays are passed on to it, sockets too. So a
//! balancer may send each request to any server.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::table_requests::waiting;
use super::{HttpRefusal, requests};
use crate::Hall;
use crate::hall::TableHolder;
use crate::table::answers::table_moves;

/// Marks a request that was passed on: it is not passed on again.
const PASSED: HeaderName = HeaderName::from_static("intermezzo-passed-on");
/// The longest wait for the connection to another server. If that server is gone, its lease ends within seconds.
const PATIENCE: Duration = Duration::from_secs(1);

/// Passes a request on, if another server plays its table.
pub async fn pass_on(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let code = request.uri().path().strip_prefix("/api/tables/").and_then(|rest| rest.split('/').next());
    let Some(code) = code.filter(|_| hall.has_peers()).map(String::from) else { return next.run(request).await };
    let found = waiting(move || hall.find(&code)).await.and_then(|found| found.map_err(HttpRefusal));
    match found {
        Ok(TableHolder::Here(_)) => next.run(request).await,
        Ok(TableHolder::There(address)) if !request.headers().contains_key(PASSED) => {
            let passed = tokio::time::timeout(PATIENCE, TcpStream::connect(&address)).await;
            let Ok(Ok(stream)) = passed else { return HttpRefusal(table_moves()).into_response() };
            passed_on(request, stream).await.unwrap_or_else(|_| HttpRefusal(table_moves()).into_response())
        }
        Ok(TableHolder::There(_)) => HttpRefusal(table_moves()).into_response(),
        Err(refused) => refused.into_response(),
    }
}

/// The answer of the other server. If both sides change to a socket, their bytes are passed on until one ends.
async fn passed_on(mut request: Request, stream: TcpStream) -> hyper::Result<Response> {
    request.headers_mut().insert(PASSED, HeaderValue::from_static("1"));
    requests::add_peer(&mut request);
    // A request in the form of HTTP/2, or of a proxy, names a whole address; the other server needs the path only.
    if let Some(path) = request.uri().path_and_query().cloned() {
        *request.uri_mut() = path.into();
    }
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection.with_upgrades());
    let client = hyper::upgrade::on(&mut request);
    let mut response = sender.send_request(request).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        let server = hyper::upgrade::on(&mut response);
        tokio::spawn(async move {
            let (Ok(client), Ok(server)) = tokio::join!(client, server) else { return };
            let (mut client, mut server) = (TokioIo::new(client), TokioIo::new(server));
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        });
    }
    Ok(response.map(Body::new))
}
