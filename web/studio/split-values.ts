import { ALL_POINTS, MOST_SHARERS } from '#contract/share-limits.ts'
import type { SplitVersion } from '#contract/shares.ts'

/** The rows of the form. Their fields have flat names: name0, percent0. */
export const ROWS = Array.from({ length: MOST_SHARERS }, (_, row) => row)
export const nameField = (row: number) => `name${row}`
export const percentField = (row: number) => `percent${row}`
export type SplitValues = Record<string, string>

/** The people of a version as rows; one empty row without any. */
export function startOf(from: SplitVersion | null) {
  const people = from?.people.filter(({ state }) => state !== 'left' && state !== 'declined') ?? []
  const start: SplitValues = {}
  for (const row of ROWS) {
    const one = people[row]
    start[nameField(row)] = one?.person.displayName ?? ''
    start[percentField(row)] = one ? String(one.points / 100) : ''
  }
  return { start, rows: people.length ? people.map((_, row) => row) : [0] }
}

/** '33.33' → 3333; null for anything that is no percentage. */
export function pointsIn(text: string | undefined) {
  const typed = (text ?? '').trim().replace(/%$/, '').trim().replace(',', '.')
  return /^\d{1,2}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}

/** The owner's rest, in basis points. */
export const restOf = (values: SplitValues) =>
  ROWS.reduce((rest, row) => rest - (pointsIn(values[percentField(row)]) ?? 0), ALL_POINTS)

const isEmpty = (values: SplitValues, row: number) =>
  !values[nameField(row)]?.trim() && !values[percentField(row)]?.trim()

/** The first row must be filled; further empty ones are left out. */
const isLeftOut = (values: SplitValues, row: number) =>
  isEmpty(values, row) && ROWS.some((other) => other !== row && !isEmpty(values, other))

export const nameFault = (row: number) => (value: string | boolean, values: SplitValues) =>
  String(value).trim() || isLeftOut(values, row) || (row > 0 && isEmpty(values, row)) ? undefined : 'Give a name.'

export const percentFault = (row: number) => (value: string | boolean, values: SplitValues) => {
  if (isEmpty(values, row)) return undefined
  const points = pointsIn(String(value))
  if (points === null || points < 1) return 'Give 0.01 to 99.99.'
  return restOf(values) < 1 ? 'Leave something for yourself.' : undefined
}

export const splitIn = (values: SplitValues) => ({
  ownPoints: restOf(values),
  people: ROWS.filter((row) => !isEmpty(values, row)).map((row) => ({
    handle: values[nameField(row)]!,
    points: pointsIn(values[percentField(row)])!,
  })),
})
