/** The account of the house itself: it sells plans. The first migration makes it. */
export const HOUSE = 1
/** The account that answers people; the first migration makes it. */
export const SUPPORT = 2
