export type Column<Row> = readonly [heading: string, value: (row: Row) => string | number | null]

/** A CSV that spreadsheets open as it is meant: with a mark for UTF-8, and no cell that they take for a formula. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number | null) {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
