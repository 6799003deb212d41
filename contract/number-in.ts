import { z } from 'zod'

const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * A number in an address as people write it. A blank, `0x2` and `1e3` are refused, although JavaScript reads them as
 * numbers.
 */
export const numberIn = (number: z.ZodNumber) =>
  z.preprocess((given: string | number) => {
    if (typeof given !== 'string') return given
    return DECIMAL.test(given) ? Number(given) : NaN
  }, number)

/**
 * The same for an optional number. The description names the default, because zod documents none for preprocessed
 * values.
 */
export const numberOr = (standard: number, number: z.ZodNumber) =>
  numberIn(number).default(standard).describe(`${standard} when left out`)
