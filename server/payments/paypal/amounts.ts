export type Money = { currency_code: string; value: string }

/** PayPal's amounts are strings of dollars. They are made from whole cents, without a fraction in between. */
export const usd = (cents: number): Money => ({
  currency_code: 'USD',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
})

/** The amounts of billing come with one digit, too: `59.0`. */
export function centsOf({ value }: Money) {
  const [, dollars, cents = ''] = /^(\d+)(?:\.(\d\d?))?$/.exec(value) ?? []
  if (dollars === undefined) throw new Error(`PayPal told an amount that is none: ${value}`)
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}
