import { percentOf } from '#contract/share-limits.ts'

/** A step of a split, as one person hears of it. */
export type Happened = { points: number } & (
  | { what: 'invited' | 'withdrawn' | 'counts' | 'ended' | 'left' }
  /** The account of a person whose share counted is deleted. */
  | { what: 'deleted' }
  | { what: 'accepted'; accepted: number; people: number }
  /** `goesOn`: other shares count meanwhile. */
  | { what: 'declined'; goesOn: boolean }
  /** The account of a person who was offered a share is deleted. */
  | { what: 'deletedBefore'; goesOn: boolean }
)
type Facts = { title: string; by: string }

/** The title and the message of a step. */
export function wordsOf(happened: Happened, { title: item, by }: Facts) {
  const share = `${percentOf(happened.points)} of “${item}”`
  switch (happened.what) {
    case 'invited':
      return {
        title: `${by} offers you a share`,
        message: `${by} offers you ${share}. It counts for sales when everybody has accepted.`,
      }
    case 'withdrawn':
      return { title: 'An offer was taken back', message: `${by} no longer offers you ${share}.` }
    case 'accepted':
      return {
        title: `${by} accepted a share`,
        message:
          happened.accepted === happened.people
            ? `${by} accepted ${share}. Everybody has accepted: the shares count from now on.`
            : `${by} accepted ${share}. ${happened.accepted} of ${happened.people} have accepted.`,
      }
    case 'declined':
      return {
        title: `${by} declined a share`,
        message: `${by} declined ${share}. ${whatNow(happened)}`,
      }
    case 'counts':
      return {
        title: 'Your share counts now',
        message: `You earn ${share} from now on. Each sale is credited to your balance.`,
      }
    case 'ended':
      return {
        title: 'Your share has ended',
        message: `${by} changed the shares. Your ${share} ended: later sales earn you nothing. All that you have earned stays yours.`,
      }
    case 'left':
      return { title: `${by} gave up a share`, message: `${by} gave up ${share}. Later sales credit it to you.` }
    case 'deleted':
      return {
        title: 'A share has ended',
        message: `Somebody who had ${share} has deleted the account. Later sales credit it to you.`,
      }
    case 'deletedBefore':
      return {
        title: 'An offered share has ended',
        message: `Somebody to whom you offered ${share} has deleted the account. ${whatNow(happened)}`,
      }
  }
}

const whatNow = ({ goesOn }: { goesOn: boolean }) =>
  goesOn ? 'The present shares go on.' : 'It can’t be bought until you change or remove its split.'
