import { z } from 'zod'

const NO_ANSWER = 'That is no answer of a passkey.'
const bytes = (most: number) =>
  z
    .string(NO_ANSWER)
    .regex(/^[\w-]+$/, NO_ANSWER)
    .max(most, NO_ANSWER)

const credential = { id: bytes(1400), type: z.literal('public-key', NO_ANSWER) }

/** What a device answers when a passkey is asked for, as `PublicKeyCredential.toJSON` gives it. */
export const PasskeyAnswer = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: bytes(4000),
          authenticatorData: bytes(4000),
          signature: bytes(8000),
          userHandle: bytes(100).nullish(),
        },
        NO_ANSWER,
      ),
    },
    NO_ANSWER,
  )
  .meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** What a device answers when it has made a passkey. */
export const NewPasskey = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: bytes(4000),
          attestationObject: bytes(20_000),
          transports: z.array(z.string().max(40, NO_ANSWER), NO_ANSWER).max(10, NO_ANSWER).optional(),
        },
        NO_ANSWER,
      ),
    },
    NO_ANSWER,
  )
  .meta({ id: 'NewPasskey' })
export type NewPasskey = z.infer<typeof NewPasskey>
