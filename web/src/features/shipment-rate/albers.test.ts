import { expect, it } from 'vitest'

import { project } from './albers'

// Figures of d3's geoAlbersUsa().scale(1300).translate([487.5, 305]).
it.each([
  ['San Francisco', 37.7749, -122.4194, 34.8, 261.4],
  ['New York', 40.7128, -74.006, 869.7, 215.7],
  ['Miami', 25.7617, -80.1918, 822.7, 572.5],
  ['Anchorage', 61.2181, -149.9003, 112.3, 544.3],
  ['Honolulu', 21.3069, -157.8583, 267, 549.2],
])('%s lies where the outline has it', (_, latitude, longitude, x, y) => {
  const point = project({ latitude, longitude })
  expect(point?.x).toBeCloseTo(x, 0)
  expect(point?.y).toBeCloseTo(y, 0)
})

it('places elsewhere do not', () => {
  expect(project({ latitude: 18.4, longitude: -66.1 })).toBeNull()
  expect(project({ latitude: 48.85, longitude: 2.35 })).toBeNull()
  expect(project({ latitude: Number.NaN, longitude: Number.NaN })).toBeNull()
})
