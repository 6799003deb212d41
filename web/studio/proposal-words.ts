import type { OwnItem } from '#contract/studio-fields.ts'

type Proposal = NonNullable<OwnItem['proposal']>

/** Says how far the new parts of an item on sale are: 'New cover in review.' */
export function proposalWords({ kind }: Pick<OwnItem, 'kind'>, { audio, cover, preview, state, reason }: Proposal) {
  const named = [
    ...(audio ? [kind === 'BEAT' ? 'audio' : 'files'] : []),
    ...(cover ? ['cover'] : []),
    ...(preview ? ['preview'] : []),
  ]
  const parts = new Intl.ListFormat('en').format(named)
  if (state === 'failed') return { isBad: true, what: `The new ${parts} can’t be used.`, why: reason }
  const what = state === 'processing' ? `New ${parts} on the way to review.` : `New ${parts} in review.`
  return { isBad: false, what, why: 'The present version stays on sale until then.' }
}
