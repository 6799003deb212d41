export type Form = { [key: string]: Form | string }

/** Reads `a[b][0]=c`. */
export function formOf(raw: string) {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(raw)) {
    const keys = name.replaceAll(']', '').split('[')
    let at = form
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Form
    at[keys.at(-1)!] = value
  }
  return withLists(form) as Form
}

/** Objects whose keys are 0, 1, … are lists. */
function withLists(value: Form | string): unknown {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
