// This file imports no zod, so that the cart can use it without loading schemas.

/** The most lines of a cart. */
export const MOST_LINES = 50

/** The most discount codes of an order. */
export const MOST_CODES = 5

/** The codes in a text, in capitals, each once. Blanks and commas part them. */
export const codesIn = (text: string) => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]
