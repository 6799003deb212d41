import { z } from 'zod'
import { numberIn } from './number-in.ts'

const wholeNumber = (min: number, max: number) =>
  numberIn(z.number('Give a whole number.').int('Give a whole number.').min(min).max(max))

/** Pages count from zero; one past the last is an empty list. */
export const page = wholeNumber(0, 1_000_000).default(0)
export const limit = (standard: number) => wholeNumber(1, 100).default(standard)

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), page: z.int(), limit: z.int(), totalItems: z.int(), totalPages: z.int() })

export const id = numberIn(z.number('Give a number.').int('Give a whole number.').min(1).max(Number.MAX_SAFE_INTEGER))
