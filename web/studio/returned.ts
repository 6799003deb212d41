import type { OwnItem } from '#contract/studio-fields.ts'

/** A draft that was on sale and has its files: its exclusive sale was refunded. */
export const isReturned = ({ statusLabel, publishedAt }: OwnItem) => statusLabel === 'Draft' && publishedAt !== null

/** Its form sends it to the review again. */
export const goesToReview = (item: OwnItem) => item.statusLabel === 'Rejected' || isReturned(item)
