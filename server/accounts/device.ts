const BROWSERS = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/iPhone/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'tablet'],
  [/Android.*Mobile/, 'Android', 'phone'],
  [/Android/, 'Android', 'tablet'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Windows/, 'Windows', 'computer'],
  [/Mac OS X|Macintosh/, 'macOS', 'computer'],
  [/Linux/, 'Linux', 'computer'],
] as const

/** What a browser says about itself, in words: Firefox on Linux. It may say anything. */
export function deviceOf(userAgent: string) {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown browser'
  const [, system, kind] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [null, null, 'unknown' as const]
  return { name: system ? `${browser} on ${system}` : browser, kind }
}
