//! The plan of a parcel's way: which moments, where, and when by the clocks of those places.
//!
//! Pure: a label in, steps out, in the label's own time and in ascending order.

use super::words::Moment;
use crate::countries;
use crate::sandbox::calendar::{Week, Zone, plus};
use crate::sandbox::label::week;
use crate::sandbox::routing::between;
use crate::sandbox::state::{Ending, SoldLabel};
use crate::zips::{self, Point, Zip3};
use chrono::{NaiveDate, TimeDelta};
use domain::Timestamp;
use domain::address::Address;

/// A step of the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// When, in the label's time.
    pub at: Timestamp,
    /// What happens.
    pub moment: Moment,
    /// City and state; empty on the road.
    pub place: String,
}

/// Offices from which mail leaves the country: prefixes of New York, Miami, Chicago, Los Angeles and San Francisco.
const GATEWAYS: [&str; 5] = ["100", "331", "606", "900", "941"];

/// Nothing follows another event sooner.
const SHORTEST_STEP: TimeDelta = TimeDelta::minutes(20);

/// A place with its clock.
#[derive(Clone)]
struct Stop {
    name: String,
    zone: Zone,
}

impl Stop {
    fn centre(row: &Zip3) -> Self {
        Self { name: format!("{}, {}", row.main_city, row.state), zone: Zone::of(row.state, row.point) }
    }

    fn address(address: &Address) -> Self {
        let known = address.zip5().and_then(|zip| zips::city_and_state(zip).map(|(city, state)| (city, state, zips::point(zip))));
        if let Some((city, state, point)) = known {
            return Self { name: format!("{city}, {state}"), zone: Zone::of(state, point) };
        }
        let country = countries::find(&address.country).map_or(address.country.as_str(), |country| country.name);
        Self { name: format!("{}, {country}", address.city.trim()), zone: Zone::UTC }
    }
}

struct Way<'a> {
    sold: &'a SoldLabel,
    steps: Vec<Step>,
}

impl Way<'_> {
    /// Adds a step between two minutes of a local day, but never before the step before it.
    fn add(&mut self, moment: Moment, stop: &Stop, day: NaiveDate, from: u32, to: u32) {
        let salt = format!("{moment:?}{}", self.steps.len());
        let planned = stop.zone.instant(day, between(&self.sold.tracking_code, &salt, from, to));
        let soonest = self.steps.last().map_or(planned, |last| last.at + SHORTEST_STEP);
        self.steps.push(Step { at: planned.max(soonest), moment, place: stop.name.clone() });
    }
}

/// Minutes of a day.
const fn at(hour: u32, minute: u32) -> u32 {
    hour * 60 + minute
}

/// The whole way of a parcel.
#[must_use]
pub fn plan(sold: &SoldLabel) -> Vec<Step> {
    let (origin, destination) = (Stop::address(&sold.label.from), Stop::address(&sold.label.to));
    let (handed, due) = days(sold, &origin);
    let mut way = Way { sold, steps: vec![Step { at: sold.sold_at, moment: Moment::Created, place: origin.name.clone() }] };
    way.add(Moment::Accepted, &origin, handed, at(16, 30), at(19, 30));
    let first = sold.label.from.zip5().and_then(zips::prefix).map_or_else(|| origin.clone(), Stop::centre);
    way.add(Moment::Arrived, &first, handed, at(20, 30), at(22, 30));
    let overnight = due <= plus(handed, 1);
    if overnight {
        way.add(Moment::Departed, &first, handed, at(23, 0), at(23, 50));
    } else {
        way.add(Moment::Departed, &first, plus(handed, 1), at(3, 0), at(5, 30));
    }
    if sold.label.to.is_domestic() {
        add_domestic(&mut way, &first, handed, due);
    } else {
        add_abroad(&mut way, &destination, handed, due);
    }
    add_last_day(&mut way, &destination, due);
    way.steps
}

/// The day on which the carrier gets the parcel, and the day on which it arrives.
fn days(sold: &SoldLabel, origin: &Stop) -> (NaiveDate, NaiveDate) {
    let week = week(sold.carrier, &sold.service);
    let mut handed = week.next_working(sold.ship_date.max(origin.zone.day(sold.sold_at)));
    // Who buys in the evening has missed the van.
    if origin.zone.instant(handed, at(16, 30)) <= sold.sold_at {
        handed = week.next_working(plus(handed, 1));
    }
    let usual = if sold.label.to.is_domestic() { 3 } else { 8 };
    let counted = week.add(handed, sold.delivery_days.unwrap_or(usual).max(1));
    let promised = sold.label.expected_on.filter(|promised| handed == sold.ship_date && *promised > handed);
    (handed, Week::SixDays.next_working(promised.unwrap_or(counted)))
}

/// The sorting centre before the last mile. Mail for the armed forces leaves the country from Chicago, or from Miami.
fn last_centre(to: &Address) -> Option<&'static Zip3> {
    let zip = to.zip5()?;
    match crate::states::military_region(zip) {
        Some("AA") => zips::prefix("331"),
        Some(_) => zips::prefix("606"),
        None => zips::prefix(zip),
    }
}

fn add_domestic(way: &mut Way<'_>, first: &Stop, handed: NaiveDate, due: NaiveDate) {
    let nights = (due - handed).num_days();
    let (from, to) = (&way.sold.label.from, &way.sold.label.to);
    let centre = last_centre(to);
    let last = centre.map_or_else(|| first.clone(), Stop::centre);
    if to.zip5().is_some_and(|zip| crate::states::military_region(zip).is_some()) && nights >= 4 {
        // Two days for the flight overseas.
        way.add(Moment::Arrived, &last, due - TimeDelta::days(3), at(18, 0), at(21, 30));
        way.add(Moment::Departed, &last, due - TimeDelta::days(2), at(3, 0), at(4, 30));
        return;
    }
    let ends: Option<(Point, Point)> = from.zip5().and_then(zips::point).zip(centre.and_then(|centre| centre.point));
    let half_way = ends.and_then(|(a, b)| zips::nearest_prefix(a.half_way(b))).map(Stop::centre);
    if let Some(hub) = half_way.filter(|hub| nights >= 3 && hub.name != first.name && hub.name != last.name) {
        let day = plus(handed, u64::try_from(nights / 2).unwrap_or(1));
        way.add(Moment::Arrived, &hub, day, at(12, 0), at(14, 30));
        way.add(Moment::Departed, &hub, day, at(18, 0), at(21, 0));
    }
    if nights >= 5 {
        let on_the_road = Stop { name: String::new(), zone: last.zone };
        way.add(Moment::Moving, &on_the_road, due - TimeDelta::days(2), at(11, 0), at(13, 0));
    }
    if last.name == first.name {
        return;
    }
    if nights >= 2 {
        way.add(Moment::Arrived, &last, due - TimeDelta::days(1), at(18, 0), at(21, 30));
        way.add(Moment::Departed, &last, due, at(3, 0), at(4, 30));
    } else {
        way.add(Moment::Arrived, &last, due, at(1, 30), at(3, 0));
        way.add(Moment::Departed, &last, due, at(4, 0), at(4, 50));
    }
}

fn add_abroad(way: &mut Way<'_>, destination: &Stop, handed: NaiveDate, due: NaiveDate) {
    let start = way.sold.label.from.zip5().and_then(zips::point);
    let distance = |row: &&Zip3| row.point.zip(start).map_or(0, |(point, start)| point.distance_rank(start));
    if let Some(gateway) = GATEWAYS.iter().filter_map(|zip3| zips::prefix(zip3)).min_by_key(distance).map(Stop::centre) {
        way.add(Moment::Arrived, &gateway, plus(handed, 1), at(12, 0), at(15, 0));
        way.add(Moment::Departed, &gateway, plus(handed, 1), at(21, 0), at(23, 0));
    }
    let country = destination.name.rsplit(", ").next().unwrap_or_default().to_owned();
    let border = Stop { name: country, zone: destination.zone };
    way.add(Moment::Moving, &border, (due - TimeDelta::days(2)).max(plus(handed, 2)), at(6, 0), at(9, 0));
    way.add(Moment::Border, &border, (due - TimeDelta::days(2)).max(plus(handed, 2)), at(11, 0), at(18, 0));
}

fn add_last_day(way: &mut Way<'_>, destination: &Stop, due: NaiveDate) {
    way.add(Moment::AtUnit, destination, due, at(6, 0), at(6, 50));
    if way.sold.ending == Ending::Pickup {
        way.add(Moment::Pickup, destination, due, at(9, 0), at(10, 30));
        return;
    }
    way.add(Moment::OutForDelivery, destination, due, at(7, 10), at(7, 40));
    match way.sold.ending {
        Ending::Delivered | Ending::Pickup => way.add(Moment::Delivered, destination, due, at(11, 0), at(17, 0)),
        Ending::Failure => way.add(Moment::Failed, destination, due, at(11, 0), at(17, 0)),
        Ending::Return => {
            way.add(Moment::Failed, destination, due, at(11, 0), at(17, 0));
            way.add(Moment::Returned, destination, Week::SixDays.next_working(plus(due, 1)), at(9, 0), at(10, 0));
        }
    }
}
