import type { Line } from '#contract/line.ts'
import type { OwnStats } from '#contract/studio.ts'

/** The most windows above each other. */
const FLOORS = 8

/**
 * Lit windows by day, each in the line of its style. One window is one sale. With days above eight sales, all windows
 * stand for the same larger number.
 */
export function windowsOf(days: readonly Pick<OwnStats['days'][number], 'sales' | 'salesByLine'>[]) {
  const most = Math.max(0, ...days.map(({ sales }) => sales))
  const perWindow = Math.max(1, Math.ceil(most / FLOORS))
  const windows = days.map(({ sales, salesByLine }) => {
    const sold = salesByLine.flatMap(({ line, sales: ofLine }) =>
      Array.from<Line | undefined>({ length: ofLine }).fill(line ?? undefined),
    )
    return Array.from({ length: Math.ceil(sales / perWindow) }, (_, window) => sold[window * perWindow])
  })
  return { windows, perWindow }
}
