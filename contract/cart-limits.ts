// This file imports no zod, so that the cart can use it without loading schemas.

/** The most lines of a cart. */
export const MOST_LINES = 50
