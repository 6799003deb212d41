import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const newId = () => [...randomBytes(17)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

export type Money = { currency_code: string; value: string }

export const centsOf = ({ value }: Money) => Math.round(Number(value) * 100)
export const usd = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) })

/** PayPal tells the amounts of billing as numbers: `0.0`, `59.0`, `5.99`. */
export const billed = (cents: number): Money => ({
  currency_code: 'USD',
  value: cents % 100 === 0 ? `${cents / 100}.0` : String(cents / 100),
})
