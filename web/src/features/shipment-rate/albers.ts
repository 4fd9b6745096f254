// Places on the map of usOutline.gen.ts: d3's geoAlbersUsa at scale 1300 around 487.5, 305, without
// d3. Alaska and Hawaii stand in their own boxes at the lower left; other places have none.

const RADIANS = Math.PI / 180
const SCALE = 1300
export const MAP_WIDTH = 975
export const MAP_HEIGHT = 610

export interface Point {
  x: number
  y: number
}

interface Place {
  latitude: number
  longitude: number
}

interface Cone {
  /** Standard parallels. */
  parallels: readonly [number, number]
  /** The meridian in the middle. */
  meridian: number
  /** What stands at the given point, in degrees after the turn to the meridian. */
  center: readonly [longitude: number, latitude: number]
  scale: number
  at: Point
}

const MIDDLE: Point = { x: 487.5, y: 305 }

const LOWER: Cone = {
  parallels: [29.5, 45.5],
  meridian: -96,
  center: [-0.6, 38.7],
  scale: SCALE,
  at: MIDDLE,
}
const ALASKA: Cone = {
  parallels: [55, 65],
  meridian: -154,
  center: [-2, 58.5],
  scale: SCALE * 0.35,
  at: { x: MIDDLE.x - 0.307 * SCALE, y: MIDDLE.y + 0.201 * SCALE },
}
const HAWAII: Cone = {
  parallels: [8, 18],
  meridian: -157,
  center: [-3, 19.9],
  scale: SCALE,
  at: { x: MIDDLE.x - 0.205 * SCALE, y: MIDDLE.y + 0.212 * SCALE },
}

/** The conic equal-area projection, for the unit sphere. */
function cone([first, second]: Cone['parallels'], longitude: number, latitude: number): Point {
  const [sin1, sin2] = [Math.sin(first * RADIANS), Math.sin(second * RADIANS)]
  const n = (sin1 + sin2) / 2
  const c = 1 + sin1 * (2 * n - sin1)
  const r = Math.sqrt(c - 2 * n * Math.sin(latitude * RADIANS)) / n
  const angle = n * longitude * RADIANS
  return { x: r * Math.sin(angle), y: Math.sqrt(c) / n - r * Math.cos(angle) }
}

function onCone(place: Place, { parallels, meridian, center, scale, at }: Cone): Point {
  const turned = ((place.longitude - meridian + 540) % 360) - 180
  const point = cone(parallels, turned, place.latitude)
  const origin = cone(parallels, ...center)
  return { x: at.x + scale * (point.x - origin.x), y: at.y - scale * (point.y - origin.y) }
}

/** Null for places that are not on the map. */
export function project(place: Place): Point | null {
  const { latitude, longitude } = place
  const west = longitude > 170 ? longitude - 360 : longitude
  if (latitude > 50.5 && west < -129) return onCone(place, ALASKA)
  if (latitude < 23.5 && latitude > 18 && west < -154 && west > -161) return onCone(place, HAWAII)
  const lower = latitude > 24 && latitude < 50 && west > -125.5 && west < -66
  return lower ? onCone(place, LOWER) : null
}
