//! A saved package as the screen sees it, and as it is sent.

use crate::http::error::ApiError;
use crate::wire::{CustomsIn, CustomsOut, OptionsIn, OptionsOut, ParcelIn, ParcelOut, or_default};
use axum::Json;
use domain::fields::FieldErrors;
use domain::id::Id;
use domain::saved_package::PackageContent;
use domain::text;
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::saved_packages::SavedPackage;
use utoipa::ToSchema;

/// A saved package as it is sent. It replaces the old one whole.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SavedPackageFields {
    #[serde(deserialize_with = "or_default")]
    name: String,
    #[serde(deserialize_with = "or_default")]
    parcel: ParcelIn,
    /// Null: without a customs form.
    customs_info: Option<CustomsIn>,
    #[serde(deserialize_with = "or_default")]
    options: OptionsIn,
}

/// What the editor sends.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SavedPackageIn {
    /// The package.
    pub saved_package: SavedPackageFields,
}

impl SavedPackageFields {
    /// Name and content, checked. Paths are those of the editor: `name`, `parcel.weight`, `options.hub_id`.
    pub fn read(&self) -> Result<(String, PackageContent), FieldErrors> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", text::line(&self.name, 100));
        let mut unreadable = FieldErrors::default();
        let content = PackageContent {
            parcel: self.parcel.read(&mut unreadable),
            customs: self.customs_info.as_ref().map(|customs| customs.read(&mut unreadable)),
            options: self.options.read(&mut unreadable),
        };
        // A weight that cannot be read reads as none: one complaint about it is enough.
        if unreadable.is_empty() {
            content.check(&mut errors);
        }
        for (path, messages) in unreadable.iter() {
            messages.iter().for_each(|message| errors.add(path, message));
        }
        errors.into_result()?;
        Ok((name.unwrap_or_default(), content))
    }
}

/// A taken name is told beside the field.
pub fn name_is_free(result: Result<(), StoreError>) -> Result<(), ApiError> {
    match result {
        Err(StoreError::Duplicate) => Err(ApiError::invalid_field("name", "is taken already")),
        other => Ok(other?),
    }
}

/// A row of the list.
#[derive(Serialize, ToSchema)]
pub struct SavedPackageRow {
    id: String,
    name: String,
    /// One line such as `Parcel 12 x 9 x 4 in, 2 lb`.
    info: String,
}

impl From<SavedPackage> for SavedPackageRow {
    fn from(package: SavedPackage) -> Self {
        Self { id: package.id.as_str().to_owned(), info: package.content.info(), name: package.name }
    }
}

/// A saved package with all it fills in.
#[derive(Serialize, ToSchema)]
pub struct SavedPackageOut {
    id: String,
    name: String,
    /// One line such as `Parcel 12 x 9 x 4 in, 2 lb`.
    info: String,
    parcel: ParcelOut,
    customs_info: Option<CustomsOut>,
    options: OptionsOut,
}

/// One saved package.
#[derive(Serialize, ToSchema)]
pub struct SavedPackageReply {
    success: bool,
    saved_package: SavedPackageOut,
}

impl SavedPackageReply {
    /// Shows it.
    pub fn of(package: SavedPackage) -> Json<Self> {
        let info = package.content.info();
        let PackageContent { parcel, customs, options } = package.content;
        let saved_package = SavedPackageOut {
            id: package.id.as_str().to_owned(),
            name: package.name,
            info,
            parcel: parcel.into(),
            customs_info: customs.map(CustomsOut::from),
            options: options.into(),
        };
        Json(Self { success: true, saved_package })
    }
}
