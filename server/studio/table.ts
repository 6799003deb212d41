import type { OwnItem } from '#contract/studio-fields.ts'

type Column = readonly [heading: string, value: (item: OwnItem) => string | number | null]

const columns: readonly Column[] = [
  ['Kind', ({ kind }) => kind.toLowerCase()],
  ['Title', ({ title }) => title],
  ['Status', ({ statusLabel }) => statusLabel],
  ['Genre', ({ genre }) => genre],
  ['BPM', ({ bpm }) => bpm],
  ['Key', ({ key }) => key],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Price USD', ({ price }) => price],
  ['Plays', ({ plays }) => plays],
  ['Likes', ({ likes }) => likes],
  ['Sales', ({ sales }) => sales],
  ['Downloads', ({ downloads }) => downloads],
  ['Earnings USD', ({ earnings }) => earnings],
  ['Updated', ({ updatedAt }) => updatedAt],
]

/** A CSV that spreadsheets open as it is meant: with a mark for UTF-8, and no cell that they take for a formula. */
export function csvOf(items: OwnItem[]) {
  const lines = [columns.map(([heading]) => heading), ...items.map((item) => columns.map(([, value]) => value(item)))]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number | null) {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
