// 'Chrome on Windows' out of a user agent text. Only for people to recognise their own devices:
// nothing may depend on it.

const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
  ['curl', /^curl\//],
]

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

function match(table: readonly [string, RegExp][], text: string): string | undefined {
  return table.find(([, pattern]) => pattern.test(text))?.[0]
}

export function deviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return 'Unknown device'
  const browser = match(BROWSERS, userAgent)
  const system = match(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.slice(0, 60)
}
