import { split } from '#server/money.ts'

type Left = { cents: number; subject: string }

/**
 * The lines that take back cents of an entry, given what is left of its lines: each that got something gives back in
 * proportion, and each that gave gets back likewise. Only the lines about `subject` give back, if it is given.
 */
export function takeBack<Line extends Left>(left: readonly Line[], cents: number, subject?: string): Line[] {
  const givers = left.filter((line) => line.cents > 0 && (subject === undefined || line.subject === subject))
  const getters = left.filter((line) => line.cents < 0)
  return [...share(givers, -cents), ...share(getters, cents)].filter((line) => line.cents !== 0)
}

function share<Line extends Left>(lines: readonly Line[], cents: number): Line[] {
  const weights = lines.map((line) => Math.abs(line.cents))
  if (Math.abs(cents) > weights.reduce((sum, weight) => sum + weight, 0))
    throw new Error('More can’t be taken back than is left.')
  const shares = split(cents, weights)
  return lines.map((line, index) => ({ ...line, cents: shares[index]! }))
}
