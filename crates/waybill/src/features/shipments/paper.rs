//! Sending a label to a printer on the network.

use super::drawing;
use crate::app::App;
use crate::printing;
use domain::id::{AccountId, PrinterId, ShipmentId};
use partners::printing::{PrintFormat, PrintJob};
use store::{StoreError, labels, printers, shipments};

/// Prints one label; answers its number.
pub async fn print(app: &App, account: &AccountId, id: &ShipmentId, format: &str, printer: &PrinterId) -> Result<String, String> {
    let inside = |error: StoreError| {
        tracing::error!(%error, "printing failed");
        "Something went wrong on our side. Please try again.".to_owned()
    };
    let mut conn = app.store().reader().await.map_err(inside)?;
    let shipment = shipments::find(&mut conn, account, id).await.map_err(inside)?.ok_or("Not found")?;
    let label = labels::find(&mut conn, account, id).await.map_err(inside)?.ok_or("There is no label to print")?;
    let printer = printers::find(&mut conn, account, printer).await.map_err(inside)?.ok_or("The printer does not exist any more")?;
    drop(conn);
    let code = shipment.tracking_code.unwrap_or_default();
    let wanted = format.to_owned();
    let drawn = tokio::task::spawn_blocking(move || drawing::draw(&label.artwork, &wanted, "4X6")).await;
    let drawn = drawn.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let format = PrintFormat::parse(drawn.extension).ok_or("This format cannot be printed")?;
    let job = PrintJob { bytes: drawn.bytes, format, name: format!("Label {code}") };
    printing::print(app, &printer, &job).await.map_err(|error| error.to_string())?;
    Ok(code)
}
