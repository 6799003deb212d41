/**
 * The limits of a text field, with a sentence for each fault. This file imports no zod, so that forms can use it:
 * `faultOf` checks in the browser, and `limitedText` makes the server's schema.
 */
export type TextLimits = {
  /** The message for an empty field. Without it the field may stay empty. */
  required?: string
  min?: readonly [length: number, fault: string]
  max: readonly [length: number, fault: string]
  patterns?: readonly (readonly [pattern: RegExp, fault: string])[]
  /** Blanks at both ends count: a password is not trimmed. */
  asTyped?: true
}

/** The first fault of a text, in the order in which the server's schema finds it. */
export function faultOf({ required, min, max, patterns = [], asTyped }: TextLimits, typed: string): string | undefined {
  const text = asTyped ? typed : typed.trim()
  if (!text) return required
  const { length } = Array.from(text) // an emoji is one character, for zod too
  if (min && length < min[0]) return min[1]
  if (length > max[0]) return max[1]
  return patterns.find(([pattern]) => !pattern.test(text))?.[1]
}

export const atMost = (length: number) => [length, `Use at most ${length.toLocaleString('en-US')} characters.`] as const

const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const emailLimits = {
  required: 'Email is required.',
  max: [254, 'That email is too long.'],
  patterns: [[EMAIL, 'Enter a valid email.']],
} as const satisfies TextLimits

/** PayPal takes no longer address. */
export const paypalLimits = {
  required: 'Enter a valid PayPal email.',
  max: [127, 'Enter a valid PayPal email.'],
  patterns: [[EMAIL, 'Enter a valid PayPal email.']],
} as const satisfies TextLimits

export const handleLimits = {
  required: 'Display name is required.',
  min: [3, 'Use at least 3 characters.'],
  max: atMost(30),
  patterns: [
    [/^[A-Za-z0-9_.-]+$/, 'Use letters, digits, dots, dashes and underscores only.'],
    [/[A-Za-z0-9]/, 'Use at least one letter or digit.'],
  ],
} as const satisfies TextLimits

export const passkeyNameLimits = {
  required: 'Give the passkey a name.',
  max: atMost(40),
} as const satisfies TextLimits

export const bioLimits = { max: atMost(600) } as const satisfies TextLimits

/** Beyond 200 characters a password gets no safer, and hashing it costs. */
export const newPasswordLimits = {
  required: 'Use at least 8 characters.',
  min: [8, 'Use at least 8 characters.'],
  max: atMost(200),
  asTyped: true,
} as const satisfies TextLimits

export const CONTACT_TOPICS = ['Buying', 'Selling', 'Payouts', 'Copyright', 'Something else'] as const

export const contactLimits = {
  name: { required: 'Name is required.', max: atMost(80) },
  message: { required: 'Message is required.', max: atMost(5000) },
} as const satisfies Record<string, TextLimits>

export const licensePresetLimits = {
  name: { required: 'Give the preset a name.', max: atMost(40) },
} as const satisfies Record<string, TextLimits>
