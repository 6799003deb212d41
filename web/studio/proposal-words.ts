import type { OwnItem } from '#contract/studio-fields.ts'

type Proposal = NonNullable<OwnItem['proposal']>

/** Says how far new audio and a new cover of an item on sale are: 'New cover in review.' */
export function proposalWords({ audio, cover, state, reason }: Proposal) {
  const parts = [audio && 'audio', cover && 'cover'].filter(Boolean).join(' and ')
  if (state === 'failed') return { isBad: true, what: `The new ${parts} can’t be used.`, why: reason }
  const what = state === 'processing' ? `New ${parts} on the way to review.` : `New ${parts} in review.`
  return { isBad: false, what, why: 'The present version stays on sale until then.' }
}
