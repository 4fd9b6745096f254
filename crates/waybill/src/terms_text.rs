//! The documents that come with the program. A deployment publishes its own with `waybill terms publish`.

use crate::app::App;
use domain::terms::{Document, Kind};
use store::{StoreError, terms};

const TERMS: (&str, &str) = ("Terms & Conditions", include_str!("../assets/terms.txt"));
const PRIVACY: (&str, &str) = ("Privacy Policy", include_str!("../assets/privacy.txt"));

/// Publishes the first version of each document in a world that has none.
pub async fn ensure(app: &App) -> Result<(), StoreError> {
    let mut conn = app.store().reader().await?;
    let complete = terms::current_version(&mut conn, Kind::Terms).await? > 0 && terms::current_version(&mut conn, Kind::Privacy).await? > 0;
    drop(conn);
    if complete {
        return Ok(());
    }
    let mut writer = app.store().writer().await?;
    for (kind, (title, text)) in [(Kind::Terms, TERMS), (Kind::Privacy, PRIVACY)] {
        if terms::current_version(&mut writer, kind).await? == 0 {
            publish(app, &mut writer, kind, title, text).await?;
        }
    }
    writer.commit().await
}

/// Publishes the next version of a document and gives its number.
pub async fn publish(app: &App, writer: &mut store::Writer, kind: Kind, title: &str, text: &str) -> Result<i64, StoreError> {
    let version = terms::current_version(writer, kind).await? + 1;
    let document = Document { version, title: title.to_owned(), text: text.to_owned(), published_at: app.now() };
    terms::publish(writer, kind, &document).await?;
    Ok(version)
}
