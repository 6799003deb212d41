/** Reads the values of an address. An invalid value counts as missing. */
export function addressValues(query: URLSearchParams) {
  const text = (name: string) => query.get(name) ?? ''
  const parts = (name: string) =>
    text(name)
      .split(',')
      .map((part) => part.trim())
  return {
    text,
    parts,
    oneOf: <T extends string>(name: string, values: readonly T[]) =>
      values.find((value) => value === text(name)) ?? null,
    someOf: <T extends string>(name: string, values: readonly T[]) => {
      const given = parts(name)
      return values.filter((value) => given.includes(value))
    },
    whether: (name: string) => ['1', 'true', 'yes'].includes(text(name).toLowerCase()),
    number: (name: string, least: number, most: number, pattern = /^\d{1,6}$/) => {
      const value = pattern.test(text(name)) ? Number(text(name)) : NaN
      return value >= least && value <= most ? value : null
    },
  }
}

export type AddressValues = ReturnType<typeof addressValues>

/** Leaves out values that mean nothing: null, false and ''. */
export type Written = Record<string, string | number | boolean | null>

export const given = (values: Written) =>
  Object.entries(values).filter(([, value]) => value !== null && value !== false && value !== '')
