import { z } from 'zod'

/** Proves for ten minutes which Google account a person has. */
export const GoogleTicket = z
  .string('Sign in with Google again.')
  .min(1, 'Sign in with Google again.')
  .max(4000, 'Sign in with Google again.')
