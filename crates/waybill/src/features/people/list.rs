//! The list of persons.

use super::shown::PersonOut;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PageParams, Params, SignedIn};
use crate::http::reply::ListReply;
use axum::Json;
use axum::extract::State;
use store::people;

/// List the account's persons
#[utoipa::path(get, path = "/dashboard/persons", tag = "people", operation_id = "person_list", params(PageParams),
    responses((status = OK, body = ListReply<PersonOut>)))]
pub async fn list(
    State(app): State<App>,
    caller: SignedIn,
    Params(params): Params<PageParams>,
) -> Result<Json<ListReply<PersonOut>>, ApiError> {
    let page = params.check()?;
    let mut conn = app.store().reader().await?;
    let listed = people::list(&mut conn, &caller.account_id, page).await?;
    Ok(ListReply::of(listed, page, PersonOut::from))
}
