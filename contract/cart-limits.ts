// This file imports no zod, so that the cart can use it without loading schemas.

/** The most lines of a cart. */
export const MOST_LINES = 50

/** The most discount codes of an order. */
export const MOST_CODES = 5

/** A checkout keeps an exclusive license from others for so long. */
export const HOLD_MINUTES = 30

/** The least that cards and Google Pay take, in cents. PayPal takes any amount. */
export const LEAST_CARD = 50
export const TOO_SMALL = `Cards and Google Pay take $${(LEAST_CARD / 100).toFixed(2)} or more.`

/** The codes in a text, in capitals, each once. Blanks and commas part them. */
export const codesIn = (text: string) => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]
