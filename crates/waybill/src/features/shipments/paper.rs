//! Sending a label to a printer on the network.

use super::{drawing, slip};
use crate::app::App;
use crate::printing;
use domain::id::{AccountId, PrinterId, ShipmentId};
use domain::work::Slips;
use partners::printing::{PrintFormat, PrintJob};
use store::{StoreError, labels, printers, shipments};

/// Prints one label, with its packing slip where one is wanted; answers its number.
pub async fn print(
    app: &App,
    account: &AccountId,
    id: &ShipmentId,
    (format, slips): (&str, Slips),
    printer: &PrinterId,
) -> Result<String, String> {
    let inside = |error: StoreError| {
        tracing::error!(%error, "printing failed");
        "Something went wrong on our side. Please try again.".to_owned()
    };
    let mut conn = app.store().reader().await.map_err(inside)?;
    let shipment = shipments::find(&mut conn, account, id).await.map_err(inside)?.ok_or("Not found")?;
    let label = labels::find(&mut conn, account, id).await.map_err(inside)?.ok_or("There is no label to print")?;
    let printer = printers::find(&mut conn, account, printer).await.map_err(inside)?.ok_or("The printer does not exist any more")?;
    drop(conn);
    let slip = (slips == Slips::Behind).then(|| slip::of(&shipment));
    let code = shipment.tracking_code.unwrap_or_default();
    let wanted = format.to_owned();
    let drawn = tokio::task::spawn_blocking(move || drawing::draw_with(&label.artwork, slip.as_ref(), &wanted, "4X6")).await;
    for drawn in drawn.map_err(|error| error.to_string())?.map_err(|error| error.to_string())? {
        let format = PrintFormat::parse(drawn.extension).ok_or("This format cannot be printed")?;
        let job = PrintJob { bytes: drawn.bytes, format, name: format!("Label {code}") };
        printing::print(app, &printer, &job).await.map_err(|error| error.to_string())?;
    }
    Ok(code)
}
