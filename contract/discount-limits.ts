// This file imports no zod, so that forms can use it.
import type { TextLimits } from './limits.ts'

export const codeLimits = {
  required: 'Give the code a name.',
  min: [3, 'Use at least 3 characters.'],
  max: [24, 'Use at most 24 characters.'],
  patterns: [[/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'Use letters, digits, dashes and underscores only.']],
} as const satisfies TextLimits

/** The most codes, and the most deals, of a seller that have not ended. */
export const MOST_LIVE = 50
/** The most items that a code or a deal names. */
export const MOST_CHOSEN = 100
export const MOST_USES = 10_000
/** The most items of each part of a deal. */
export const MOST_IN_DEAL = 20

export const DISCOUNT_STATES = ['active', 'paused', 'ended'] as const
export type DiscountState = (typeof DISCOUNT_STATES)[number]

/** By which the desk finds codes and deals. */
export const DESK_DISCOUNT_STATES = ['active', 'paused', 'held', 'ended'] as const
export type DeskDiscountState = (typeof DESK_DISCOUNT_STATES)[number]

export const DISCOUNT_STATUSES = ['active', 'later', 'paused', 'used up', 'ended'] as const
export type DiscountStatus = (typeof DISCOUNT_STATUSES)[number]
