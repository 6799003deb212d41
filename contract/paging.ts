import { z } from 'zod'
import { numberIn, numberOr } from './number-in.ts'

const wholeNumber = (min: number) => z.number('Give a whole number.').int('Give a whole number.').min(min)

/** Pages count from zero; one past the last is an empty list. */
export const page = numberOr(0, wholeNumber(0).max(1_000_000))

const LIMIT_MOST = 100

/** A caller who asks for more gets 100, and reads in the answer that it is so. */
export const limit = (standard: number) =>
  numberOr(
    standard,
    wholeNumber(1).overwrite((asked) => Math.min(asked, LIMIT_MOST)),
  ).describe(`${standard} when left out, ${LIMIT_MOST} at most: more is answered with ${LIMIT_MOST}`)

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), page: z.int(), limit: z.int(), totalItems: z.int(), totalPages: z.int() })

/** A page of a long list: its rows are counted as far as pages go. */
export const cappedPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({ capped: z.boolean().describe('There are more than the pages show') })

export const ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Give up to 100 ids with commas between them.')
  .transform((text) => text.split(',').map(Number))

export const id = numberIn(z.number('Give a number.').int('Give a whole number.').min(1).max(Number.MAX_SAFE_INTEGER))
