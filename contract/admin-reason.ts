import { z } from 'zod'
import { oneLine, saysSomething } from './text.ts'

/** Why an admin does something. It stands in the audit. */
export const adminReason = z
  .string('Say why.')
  .trim()
  .max(500, 'Use at most 500 characters.')
  .overwrite(oneLine)
  .refine(saysSomething, 'Say why.')
