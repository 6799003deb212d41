// This file imports no zod, so that pages can use the values without the schemas.

export const REFERRAL_STATES = ['credited', 'held', 'refused'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]
