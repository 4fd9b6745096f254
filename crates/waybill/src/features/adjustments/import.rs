//! Importing adjustments from a carrier's bill (CSV): a row per label, each posted once however often the file is sent.

use super::posting;
use crate::app::App;
use crate::audit::actor;
use crate::http::error::ApiError;
use crate::http::extract::SignedIn;
use crate::http::request::Client;
use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use domain::adjustment::Seen;
use domain::money::Cents;
use domain::partner::CarrierAdjustment;
use serde::Serialize;
use std::collections::BTreeMap;
use store::shipments;
use utoipa::ToSchema;

const MOST_ROWS: usize = 5_000;
const MOST_BYTES: usize = 1_000_000;

/// What became of the rows.
#[derive(Serialize, ToSchema)]
pub struct ImportReply {
    success: bool,
    message: String,
    posted: usize,
    /// Rows that were known already.
    known: usize,
    /// `Row#n` to what is wrong with it.
    messages: BTreeMap<String, Vec<String>>,
}

/// The file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes the form")]
pub struct ImportIn {
    /// Columns `tracking_code`, `amount`, and perhaps `description`, `service`, `weight_oz`, `length`, `width`, `height`, `reference`.
    #[schema(value_type = String, format = Binary)]
    file: String,
}

struct Row {
    tracking_code: String,
    amount: Result<Cents, String>,
    description: String,
    captured: Option<Seen>,
    reference: String,
}

/// Import adjustments
#[utoipa::path(post, path = "/dashboard/adjustments/import", tag = "adjustments", operation_id = "adjustments_import",
    request_body(content = ImportIn, content_type = "multipart/form-data"), responses((status = OK, body = ImportReply)))]
pub async fn import(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportReply>, ApiError> {
    let wrong = |message: &str| ApiError::invalid_field("file", message);
    let mut form = form.map_err(|_| wrong("is missing: send a form with a file"))?;
    let mut text = None;
    while let Some(field) = form.next_field().await.map_err(|_| wrong("could not be read"))? {
        if field.name() == Some("file") {
            let bytes = field.bytes().await.map_err(|_| wrong("could not be read"))?;
            if bytes.len() > MOST_BYTES {
                return Err(wrong("must have at most 1 MB"));
            }
            text = Some(String::from_utf8(bytes.to_vec()).map_err(|_| wrong("must be a CSV file in UTF-8"))?);
        }
    }
    let rows = read(&text.ok_or_else(|| wrong("is missing"))?).map_err(|message| wrong(&message))?;
    let (mut posted, mut known) = (0, 0);
    let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let by = actor(&caller, &client);
    for (at, row) in rows.iter().enumerate() {
        let mut complain = |message: String| messages.entry(format!("Row#{}", at + 1)).or_default().push(message);
        let amount = match &row.amount {
            Ok(amount) => *amount,
            Err(message) => {
                complain(format!("amount {message}"));
                continue;
            }
        };
        let mut writer = app.store().writer().await?;
        let Some(shipment) = shipments::own_by_tracking_code(&mut writer, &caller.account_id, &row.tracking_code).await? else {
            complain("tracking_code is none of your labels".into());
            continue;
        };
        let said = CarrierAdjustment {
            key: format!("import:{}:{}", row.tracking_code, row.reference),
            tracking_code: row.tracking_code.clone(),
            kind: "import".into(),
            description: row.description.clone(),
            cents: amount.get(),
            charged_cents: None,
            captured: row.captured.clone(),
            at: app.now(),
        };
        if posting::post(&app, &mut writer, &caller.account_id, &shipment, &said, &by).await? {
            writer.commit().await?;
            posted += 1;
        } else {
            known += 1;
        }
    }
    let message = format!("{posted} adjustment(s) were posted.");
    Ok(Json(ImportReply { success: true, message, posted, known, messages }))
}

fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|_| "could not be read as CSV")?.clone();
    let place = |name: &str| headers.iter().position(|header| header.trim_start_matches('\u{feff}').eq_ignore_ascii_case(name));
    let (Some(code), Some(amount)) = (place("tracking_code"), place("amount")) else {
        return Err("must have the columns tracking_code and amount".into());
    };
    let [description, service, weight, length, width, height, reference] =
        ["description", "service", "weight_oz", "length", "width", "height", "reference"].map(place);
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| format!("could not be read: {error}"))?;
        if rows.len() == MOST_ROWS {
            return Err(format!("must have at most {MOST_ROWS} rows"));
        }
        let cell =
            |place: Option<usize>| place.and_then(|place| record.get(place)).unwrap_or_default().chars().take(200).collect::<String>();
        let given = cell(description);
        let (weight, sides) = (cell(weight), [length, width, height].map(cell));
        let mut parcel = if weight.is_empty() { String::new() } else { format!("{weight} oz") };
        if sides.iter().all(|side| !side.is_empty()) {
            parcel.push_str(&format!("{}{} in", if parcel.is_empty() { "" } else { ", " }, sides.join(" x ")));
        }
        let measured = cell(service);
        rows.push(Row {
            tracking_code: cell(Some(code)),
            amount: Cents::parse(&cell(Some(amount))).map_err(|error| error.to_string()),
            description: if given.is_empty() { "Carrier adjustment".into() } else { given },
            captured: (!parcel.is_empty() || !measured.is_empty()).then_some(Seen { service: measured, parcel }),
            reference: cell(reference),
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn columns_are_found_by_name() {
        let rows = read("\u{feff}Tracking_Code,amount,weight_oz,length,width,height\n9400,1.25,18,12,9,4\n9401,x\n").unwrap_or_default();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].captured.as_ref().map(|seen| seen.parcel.as_str()), Some("18 oz, 12 x 9 x 4 in"));
        assert!(rows[1].amount.is_err() && rows[1].captured.is_none());
        assert!(read("a,b\n1,2\n").is_err());
    }
}
