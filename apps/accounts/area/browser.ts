// The family of a browser and its system, from what it says of itself: enough for its owner to know it again, and no more.

/** The first that fits counts: most browsers also name those that they are like. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
/** No browser says more of itself before its name. */
const READ = 300

/** `Firefox on Linux`, made of the names above alone. Null: neither the browser nor the system is one of these. */
export function browserOf(userAgent: string | undefined): string | null {
  const said = (userAgent ?? '').slice(0, READ)
  const [, browser] = BROWSERS.find(([mark]) => mark.test(said)) ?? []
  const [, system] = SYSTEMS.find(([mark]) => mark.test(said)) ?? []
  if (system === undefined) return browser ?? null
  return browser === undefined ? `A browser on ${system}` : `${browser} on ${system}`
}
