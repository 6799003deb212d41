/** A banner, and a small form of the same shape that is part of the page (`server/pages/first-pictures.ts`). */
export const BANNER = { width: 1_920, height: 336 }
/** As high as a banner is on a phone. */
export const SMALL_BANNER = { width: 846, height: 148, quality: 20 }
