import { z } from 'zod'

/**
 * The form of every error: a stable code, a sentence, a message for each wrong input field, and the details that an
 * endpoint declares for this error.
 */
export const ErrorReply = z
  .object({
    error: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.unknown().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorReply = z.infer<typeof ErrorReply>
