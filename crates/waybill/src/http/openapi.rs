//! The OpenAPI document, made from the routes themselves and from the table of who may call them.

use super::access;
use super::reply::Failure;
use super::router;
use domain::access::Guard;
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, ContentBuilder, Ref, ResponseBuilder};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Waybill",
        description = "Buy, print, track and refund shipping labels. The rules behind every route (replies, errors, idempotency, paging) are in docs/api.md. \
            The test world answers the same paths under /test."
    ),
    components(schemas(Failure))
)]
struct Base;

/// The document without routes.
pub fn base() -> utoipa::openapi::OpenApi {
    Base::openapi()
}

/// The whole document, as `waybill openapi` prints it and `/openapi.json` serves it.
pub fn document() -> Result<String, serde_json::Error> {
    let mut document = router::routes().into_openapi();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("A session key or an API key.")).build();
    document.components.get_or_insert_with(Components::new).add_security_scheme("key", SecurityScheme::Http(bearer));
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("GET", &mut item.get),
            ("POST", &mut item.post),
            ("PUT", &mut item.put),
            ("PATCH", &mut item.patch),
            ("DELETE", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                complete(method, path, operation);
            }
        }
    }
    document.to_pretty_json().map(|json| json + "\n")
}

fn complete(method: &str, path: &str, operation: &mut Operation) {
    let Some(rule) = access::TABLE.iter().find(|rule| rule.method == method && rule.path == path) else { return };
    let who = format!("Who may call it: {}.", access::words(rule.guard));
    operation.description = Some(operation.description.take().map_or(who.clone(), |text| format!("{text}\n\n{who}")));
    if rule.guard != Guard::Anyone {
        operation.security = Some(vec![SecurityRequirement::new("key", Vec::<String>::new())]);
    }
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure"))).build();
    let failure = ResponseBuilder::new().description("A failure, told as described in docs/api.md").content("application/json", content);
    operation.responses.responses.insert("default".into(), failure.build().into());
}
