// This file imports no zod, so that pages can use the values without the schemas.

/** All of an item's earnings, in basis points. */
export const ALL_POINTS = 10_000
/** People beside the owner. */
export const MOST_SHARERS = 9

export const SHARE_STATES = ['invited', 'accepted', 'declined', 'left'] as const
export type ShareState = (typeof SHARE_STATES)[number]

/** 3333 → '33.33%' */
export const percentOf = (points: number) => `${points / 100}%`
