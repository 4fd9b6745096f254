// The way from the sender to the addressee on a map of the United States, drawn from our own data.
// Loaded after the rates, and only an ornament: whatever fails or is not on the map, there is none.
import { useQuery } from '@tanstack/react-query'

import { zipQuery } from '@/features/shipping/api'
import type { Address, ZipPlace } from '@/features/shipping/wire'

import { MAP_HEIGHT, MAP_WIDTH, type Point, project } from './albers'
import classes from './rate.module.css'
import { BORDERS, LAND } from './usOutline.gen'

interface RouteMapProps {
  from: Address
  to: Address
}

export function RouteMap({ from, to }: RouteMapProps) {
  const [first, last] = [usePlace(from), usePlace(to)]
  const [start, end] = [first && pointOf(first), last && pointOf(last)]
  if (!first || !last || !start || !end) return null
  return (
    <svg
      className={classes.map}
      viewBox={`-10 0 ${MAP_WIDTH + 10} ${MAP_HEIGHT}`}
      role="img"
      aria-label={`Route from ${nameOf(first)} to ${nameOf(last)}`}
    >
      <path d={LAND} className={classes.land} />
      <path d={BORDERS} className={classes.borders} />
      <path d={arc(start, end)} className={classes.route} />
      <circle cx={start.x} cy={start.y} r="7" className={classes.end} data-end="from" />
      <circle cx={end.x} cy={end.y} r="7" className={classes.end} data-end="to" />
    </svg>
  )
}

function usePlace({ zip, country }: Address): ZipPlace | undefined {
  const five = zip.trim().slice(0, 5)
  const known = country === 'US' && /^\d{5}$/.test(five)
  return useQuery({ ...zipQuery(five), enabled: known }).data
}

function nameOf({ city, state }: ZipPlace): string {
  return `${city}, ${state}`
}

function pointOf({ latitude, longitude }: ZipPlace): Point | null {
  return project({ latitude: Number(latitude), longitude: Number(longitude) })
}

/** A gentle bow, upwards whichever way it goes. */
function arc(start: Point, end: Point): string {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const bow = 0.18 * (dx < 0 ? -1 : 1)
  const x = (start.x + end.x) / 2 + dy * bow
  const y = (start.y + end.y) / 2 - dx * bow
  const at = (...figures: number[]) => figures.map((figure) => figure.toFixed(1)).join(' ')
  return `M${at(start.x, start.y)}Q${at(x, y, end.x, end.y)}`
}
