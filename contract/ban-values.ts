/** Why people are banned. The banned person reads these words. */
export const BAN_CATEGORIES = {
  rights: 'Music of other people',
  fraud: 'Fraud',
  abuse: 'Harassment or hate',
  spam: 'Spam or false accounts',
  terms: 'Another breach of the Terms',
} as const
export type BanCategory = keyof typeof BAN_CATEGORIES
export const banCategories = Object.keys(BAN_CATEGORIES) as BanCategory[]

export const BAN_REASON_MOST = 1_000
export const APPEAL_MOST = 2_000
