//! Names of columns that spreadsheets, shops and shipping programs use, and what they mean.

use super::{Target, folded};
use std::collections::BTreeMap;

/// What columns of some name mean.
pub type Dictionary = BTreeMap<String, Target>;

/// Names of columns that mean it, folded as [`folded`] does; the better ones first.
const fn names(target: Target) -> &'static str {
    match target {
        Target::Name => {
            "name fullname recipient recipientname toname shiptoname shippingname customername customer deliveryname \
             addressee contactname contact buyername buyerfullname attention attn receiver shippingfullname \
             recipientfullname"
        }
        Target::Company => {
            "company companyname recipientcompany tocompany shiptocompany shippingcompany business organization \
             organisation deliverycompany"
        }
        Target::Email => "email emailaddress recipientemail customeremail buyeremail toemail shiptoemail mail contactemail",
        Target::Phone => {
            "phone phonenumber telephone recipientphone tophone shiptophone shippingphone tel mobile buyerphonenumber \
             customerphone buyerphone"
        }
        Target::Street1 => {
            "street1 address1 addressline1 street address shippingaddress1 shiptoaddress1 shiptostreet1 shippingstreet \
             shippingaddressline1 shiptoaddress recipientaddress recipientaddress1 toaddress1 deliveryaddress1 shipaddress1 \
             streetaddress addressstreet1 tostreet1 shippingaddress address1street streetline1 toaddress"
        }
        Target::Street2 => {
            "street2 address2 addressline2 shippingaddress2 shiptoaddress2 shiptostreet2 shippingaddressline2 \
             recipientaddress2 toaddress2 apartment apt suite unit shipaddress2 deliveryaddress2 tostreet2 streetline2 \
             aptsuite"
        }
        Target::City => "city town shippingcity shiptocity recipientcity tocity deliverycity shipcity citytown locality",
        Target::State => {
            "state province stateprovince shippingstate shiptostate shippingprovince recipientstate tostate shipstate \
             region deliverystate provincestate stateregion stateprovinceregion"
        }
        Target::Zip => {
            "zip zipcode postalcode postcode shippingzip shiptozip shiptopostalcode shippingpostalcode tozip recipientzip \
             recipientzipcode shipzip shippostalcode postal zippostalcode postalcodezip zippostal deliveryzip \
             shippingzipcode recipientpostalcode topostalcode shipzipcode shippingpostcode"
        }
        Target::Country => {
            "country countrycode shippingcountry shiptocountry recipientcountry tocountry shipcountry shippingcountrycode \
             shiptocountrycode deliverycountry"
        }
        Target::Weight => {
            "weight weightlb weightlbs weightpounds pounds lbs parcelweight packageweight orderweight totalweight \
             weightinpounds shippingweight weightlbsoz"
        }
        Target::Length => "length parcellength packagelength lengthin lengthinches len",
        Target::Width => "width parcelwidth packagewidth widthin widthinches",
        Target::Height => "height parcelheight packageheight heightin heightinches depth",
        Target::OrderId => {
            "orderid ordernumber orderno order shoporderid reference referencenumber invoice invoicenumber saleid \
             salesrecordnumber amazonorderid ordernum externalorderid"
        }
        Target::Omit => "",
    }
}

/// What each column may hold, from names known to the account first, then from common ones. No target is suggested twice.
#[must_use]
pub fn suggested(header: &[String], known: &Dictionary) -> Vec<Option<Target>> {
    let known: BTreeMap<String, Target> = known.iter().map(|(name, target)| (folded(name), *target)).collect();
    let folded: Vec<String> = header.iter().map(|name| folded(name)).collect();
    let mut found: Vec<Option<Target>> = vec![None; header.len()];
    let mut taken = Vec::new();
    for (name, place) in folded.iter().zip(found.iter_mut()) {
        if let Some(target) = known.get(name).filter(|target| **target == Target::Omit || !taken.contains(*target)) {
            *place = Some(*target);
            taken.push(*target);
        }
    }
    // The best name of a target wins over a lesser one, wherever it stands.
    for target in Target::ALL.into_iter().filter(|target| !taken.contains(target)) {
        let best = names(target).split_whitespace().find_map(|wanted| {
            let free = |place: &usize| found.get(*place).is_some_and(Option::is_none);
            folded.iter().enumerate().find(|(place, name)| *name == wanted && free(place)).map(|(place, _)| place)
        });
        if let Some(place) = best.and_then(|place| found.get_mut(place)) {
            *place = Some(target);
        }
    }
    found
}
