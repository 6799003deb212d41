import type { OwnItem } from '#contract/studio-fields.ts'

/** The people who have not accepted yet, as in '1 of 2'. */
export const waitingOf = ({ accepted, people }: { accepted: number; people: number }) =>
  `${people - accepted} of ${people}`

/** Says whom an offer of shares waits for, and whether the item sells meanwhile. */
export function splitWords({ split }: Pick<OwnItem, 'split'>) {
  if (!split?.proposal) return null
  const { proposal, points } = split
  const isFirst = points === null
  if (proposal.isDeclined)
    return {
      isBad: isFirst,
      what: 'A share was declined.',
      why: isFirst
        ? 'It can’t be bought until you change or take back the offer.'
        : 'The present shares go on until you offer others.',
    }
  return {
    isBad: false,
    what: `Waiting for ${waitingOf(proposal)} to accept a share.`,
    why: isFirst ? 'It can’t be bought until then.' : 'The present shares count until then.',
  }
}
