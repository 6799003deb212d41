import { lineFrom, type CartLine } from './lines.ts'

/** What is stored, without what nobody can recognise and without doubles. */
export function linesFrom(stored: string | null): CartLine[] {
  let values: unknown
  try {
    values = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(values)) return []
  const lines = values.map(lineFrom).filter((line) => line !== null)
  return lines.filter(({ id }, at) => lines.findIndex((other) => other.id === id) === at)
}

/** Why a line can't join these; null when it can. */
export function refusal(lines: CartLine[], { id, type }: CartLine) {
  if (lines.some((line) => line.id === id)) return `You already added this ${type} to the cart`
  if (lines.length === 0) return null
  if (type === 'subscription')
    return 'Subscriptions cannot be added together with other items. Please checkout separately.'
  if (lines.some((line) => line.type === 'subscription'))
    return 'You cannot add other items while a subscription is in the cart. Please checkout separately.'
  return null
}

/** In dollars; summed in cents, as cents are what can be added without an error. */
export const subtotalOf = (lines: CartLine[]) =>
  lines.reduce((cents, { price, qty }) => cents + Math.round(price * 100) * qty, 0) / 100

export const TAX = 0
