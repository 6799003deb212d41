import { z } from 'zod'

const MOST_LEGAL_NAME = 120

/** The name on licenses, in any script. Some letters are drawn as blanks, so one that is drawn is asked. */
export const LEGAL_NAME = z
  .string()
  .trim()
  .min(2, 'Enter your full name.')
  .max(MOST_LEGAL_NAME, `Use at most ${MOST_LEGAL_NAME} characters.`)
  .regex(/^[\p{L}\p{M}\p{N}\p{Zs}.,'’&()/-]+$/u, 'Use letters, digits and . , ’ & ( ) / - only.')
  .regex(/(?!\p{DI})[\p{L}\p{N}]/u, 'Enter your full name.')
