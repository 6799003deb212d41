import { z } from 'zod'

/** Every error answers so: a stable word, a sentence to read, and a message for each input field at fault. */
export const ErrorReply = z
  .object({
    error: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorReply = z.infer<typeof ErrorReply>
