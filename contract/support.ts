/** The account that answers people; the first migration makes it. */
export const SUPPORT = 2
