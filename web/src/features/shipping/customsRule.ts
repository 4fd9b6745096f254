// When a customs form is needed: the countries differ, or the mail goes to the armed forces.

const MILITARY_CITIES = new Set(['APO', 'FPO', 'DPO'])
const MILITARY_STATES = new Set(['AA', 'AE', 'AP'])

interface Place {
  city: string
  state: string
  country: string
}

function isMilitary({ city, state }: Place): boolean {
  return (
    MILITARY_CITIES.has(city.trim().toUpperCase()) ||
    MILITARY_STATES.has(state.trim().toUpperCase())
  )
}

export function needsCustoms(from: { country: string }, to: Place): boolean {
  return (from.country || 'US') !== (to.country || 'US') || isMilitary(to)
}
