//! The order breakdown of a shipment: what was charged, part by part, and what is inside where a declaration says so.

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{PathId, SignedIn};
use axum::Json;
use axum::extract::State;
use domain::id::ShipmentId;
use domain::money::Cents;
use serde::Serialize;
use store::{purchases, shipments};
use utoipa::ToSchema;

/// A table.
#[derive(Serialize, ToSchema)]
pub struct Block {
    title: String,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
    footer: Vec<String>,
}

/// More tables.
#[derive(Serialize, ToSchema)]
pub struct MoreBlocks {
    items: Vec<Block>,
}

/// All tables.
#[derive(Serialize, ToSchema)]
pub struct Blocks {
    main: Block,
    additional: MoreBlocks,
}

/// The answer.
#[derive(Serialize, ToSchema)]
pub struct OrderReply {
    success: bool,
    blocks: Blocks,
}

/// What a shipment cost and holds
#[utoipa::path(get, path = "/dashboard/shipments/{id}/order", tag = "shipments", operation_id = "shipment_order", params(("id" = String, Path)),
    responses((status = OK, body = OrderReply)))]
pub async fn order(State(app): State<App>, caller: SignedIn, PathId(id): PathId<ShipmentId>) -> Result<Json<OrderReply>, ApiError> {
    let mut conn = app.store().reader().await?;
    let shipment = shipments::find(&mut conn, &caller.account_id, &id).await?.ok_or_else(ApiError::not_found)?;
    let intent = purchases::of_label(&mut conn, &caller.account_id, &id).await?;
    drop(conn);
    let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let dollars = |cents: i64| format!("${}", Cents::new(cents));
    let (rows, total) = intent.map_or((Vec::new(), 0), |intent| {
        let rows = intent.rate.parts.iter().map(|part| vec![part.name.to_string(), dollars(part.cents)]).collect();
        (rows, intent.rate.cents)
    });
    let main = Block { title: "Charges".into(), headers: texts(&["Charge", "Price"]), rows, footer: vec!["Total".into(), dollars(total)] };
    let mut items = Vec::new();
    if let Some(customs) = &shipment.details.customs {
        let row = |item: &domain::customs::CustomsItem| {
            vec![
                item.description.clone(),
                item.quantity.to_string(),
                item.weight.in_words(),
                dollars(item.value_cents),
                item.origin_country.clone(),
            ]
        };
        items.push(Block {
            title: "Customs items".into(),
            headers: texts(&["Description", "Quantity", "Weight", "Value", "Origin"]),
            rows: customs.customs_items.iter().map(row).collect(),
            footer: vec![
                "Total".into(),
                String::new(),
                customs.total_weight().in_words(),
                dollars(customs.total_value().get()),
                String::new(),
            ],
        });
    }
    Ok(Json(OrderReply { success: true, blocks: Blocks { main, additional: MoreBlocks { items } } }))
}
