import { z } from 'zod'

const DECIMAL = /^-?\d+(\.\d+)?$/

/** A number in an address, as people write one: not what JavaScript makes of a blank, of `0x2` or of `1e3`. */
export const numberIn = (number: z.ZodNumber) =>
  z.preprocess((given: string | number) => {
    if (typeof given !== 'string') return given
    return DECIMAL.test(given) ? Number(given) : NaN
  }, number)

/** The same, where it may be left out; zod tells the documentation no default of what is preprocessed. */
export const numberOr = (standard: number, number: z.ZodNumber) =>
  numberIn(number).default(standard).describe(`${standard} when left out`)
