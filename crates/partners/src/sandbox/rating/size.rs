//! What a parcel's size does to its price: girth, volume, dimensional weight; and the limits every carrier sets.

use domain::carrier::Carrier;
use domain::measure::{Length, Weight};
use domain::parcel::{Package, Parcel};
use domain::partner::{Consignment, PartnerError};

/// The sides of a parcel, longest first, in thousandths of an inch.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Longest first.
    pub sides: [Length; 3],
}

impl Size {
    /// The size, when all sides are known.
    pub fn of(parcel: &Parcel) -> Option<Self> {
        parcel.sides().map(|sides| Self { sides })
    }

    fn thousandths(self) -> [u64; 3] {
        self.sides.map(|side| u64::from(side.thousandths()))
    }

    /// The longest side plus twice the two others, in thousandths of an inch.
    pub fn length_plus_girth(self) -> u64 {
        let [length, width, height] = self.thousandths();
        length + 2 * (width + height)
    }

    /// Whether the exact volume is more than so many cubic inches.
    pub fn volume_is_over(self, cubic_inches: u64) -> bool {
        let [length, width, height] = self.thousandths().map(u128::from);
        length * width * height > u128::from(cubic_inches) * 1_000_000_000
    }

    /// Whether the longest side is more than so many inches.
    pub fn longest_is_over(self, inches: u32) -> bool {
        let [longest, _, _] = self.sides;
        longest > Length::inches(inches)
    }

    /// Cubic inches with every side rounded by the given rule.
    pub fn cubic_inches(self, rounded: fn(Length) -> u32) -> u64 {
        self.sides.map(|side| u64::from(rounded(side))).into_iter().fold(1, u64::saturating_mul)
    }
}

/// Dimensional weight in pounds: volume over divisor, every started pound counted.
pub fn dimensional_pounds(cubic_inches: u64, divisor: u64) -> u32 {
    u32::try_from(cubic_inches.div_ceil(divisor)).unwrap_or(u32::MAX)
}

/// The carrier's package of that name, when the parcel may weigh what it does.
pub fn package(consignment: &Consignment, carrier: Carrier) -> Result<&'static Package, PartnerError> {
    let parcel = &consignment.parcel;
    let package = parcel
        .package(carrier)
        .ok_or_else(|| PartnerError::rejected("parcel.predefined_package", format!("{carrier} has no package of this kind")))?;
    if parcel.weight == Weight::default() {
        return Err(PartnerError::rejected("parcel.weight", "must be more than 0"));
    }
    let abroad = !consignment.to.is_domestic();
    let most = if abroad { package.max_weight_abroad.unwrap_or(package.max_weight) } else { package.max_weight };
    if parcel.weight > most && package.kind != domain::parcel::PackageKind::Letter {
        let message = format!("{carrier} takes at most {} in this package ({})", most.in_words(), package.label);
        return Err(PartnerError::rejected("parcel.weight", message));
    }
    if package.abroad_only && !abroad {
        return Err(PartnerError::rejected("parcel.predefined_package", format!("the {} goes abroad only", package.label)));
    }
    Ok(package)
}

/// The ZIP codes of both ends of a domestic shipment.
pub fn zips(consignment: &Consignment) -> Result<(&str, &str), PartnerError> {
    let five = |zip: Option<&'_ str>| zip.is_some();
    let from = consignment.from.zip5();
    let to = consignment.to.zip5();
    match (from, to) {
        (Some(from), Some(to)) => Ok((from, to)),
        _ if !five(from) => Err(PartnerError::rejected("from_address.zip", "must be a ZIP code of five digits")),
        _ => Err(PartnerError::rejected("to_address.zip", "must be a ZIP code of five digits")),
    }
}

/// The ZIP code of the sender, who must be in the United States.
pub fn origin(consignment: &Consignment) -> Result<&str, PartnerError> {
    consignment.from.zip5().ok_or_else(|| PartnerError::rejected("from_address.zip", "must be a ZIP code of five digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn girth_and_volume() {
        let size = Size { sides: [Length::inches(16), Length::inches(16), Length::inches(8)] };
        assert_eq!(size.length_plus_girth(), 64_000);
        assert!(size.volume_is_over(2047) && !size.volume_is_over(2048));
        assert_eq!(dimensional_pounds(size.cubic_inches(Length::inches_rounded), 166), 13);
        assert_eq!(dimensional_pounds(size.cubic_inches(Length::inches_rounded_up), 139), 15);
    }

    #[test]
    fn huge_sides_do_not_overflow() {
        let most = Length::from_thousandths(u32::MAX);
        let size = Size { sides: [most; 3] };
        assert!(size.volume_is_over(u64::from(u32::MAX)));
        assert_eq!(dimensional_pounds(size.cubic_inches(Length::inches_rounded), 139), u32::MAX);
        assert!(size.length_plus_girth() > 130_000);
    }
}
