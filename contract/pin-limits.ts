/** The most items that lead a profile. */
export const PINS_MOST = 6
