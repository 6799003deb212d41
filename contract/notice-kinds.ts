import type { Notification } from './notifications.ts'

type Topic = Notification['topic']
/** Where the news of a kind arrives. `mail` is a mail of its own, `digest` a line in the mail of the day. */
export type Channels = { site: boolean; mail: boolean; digest: boolean }

type Kind = {
  label: string
  text: string
  /** The notices of this kind. */
  topics: readonly Topic[]
}
/** People choose the channels of these kinds. `start` holds until they do. */
type Chosen = Kind & { start: Channels }
/** Nobody can switch these kinds off. */
type Fixed = Kind & { because: string }

/** Every kind of news, in the order of the account page. A new kind is one more entry. */
export const CHOSEN_KINDS = {
  messages: {
    label: 'Messages',
    text: 'Somebody writes to you.',
    topics: ['message'],
    start: { site: true, mail: true, digest: false },
  },
  comments: {
    label: 'Comments',
    text: 'Somebody comments on your music.',
    topics: ['comment'],
    start: { site: true, mail: false, digest: true },
  },
  followers: {
    label: 'Followers',
    text: 'Somebody follows you.',
    topics: ['follow'],
    start: { site: true, mail: false, digest: false },
  },
  likes: {
    label: 'Likes',
    text: 'Somebody likes your music.',
    topics: ['like'],
    start: { site: true, mail: false, digest: false },
  },
  announcements: {
    label: 'Announcements',
    text: 'Slide tells everybody what is new.',
    topics: ['announcement'],
    start: { site: true, mail: false, digest: true },
  },
} as const satisfies Record<string, Chosen>

export const FIXED_KINDS = {
  purchases: {
    label: 'Purchases, plans and promotions',
    text: 'Receipts, refunds, problems with what you bought, and what you pay for.',
    topics: ['purchase', 'renewal', 'promotion'],
    because: 'They are about your money.',
  },
  sales: {
    label: 'Sales, shares, payouts and credits',
    text: 'What you sold or share, what is paid to you, and what buyers complain about.',
    topics: ['sale', 'split', 'payout', 'referral'],
    because: 'They are about your money.',
  },
  reviews: {
    label: 'Reviews',
    text: 'What we decided about your items, and why.',
    topics: ['approved', 'rejected'],
    because: 'You have a right to our reasons.',
  },
  account: {
    label: 'Account and safety',
    text: 'Your address, your password, your data, and uploads that failed.',
    topics: ['system'],
    because: 'They keep your account safe.',
  },
} as const satisfies Record<string, Fixed>

export type ChosenKind = keyof typeof CHOSEN_KINDS

export const chosenKinds = Object.keys(CHOSEN_KINDS) as ChosenKind[]

const kindOf = new Map<Topic, ChosenKind>(
  chosenKinds.flatMap((kind) => CHOSEN_KINDS[kind].topics.map((topic) => [topic, kind] as const)),
)
/** Null for a topic that nobody can switch off. */
export const chosenKindOf = (topic: Topic) => kindOf.get(topic) ?? null

/** The digest is written at this hour (UTC). */
export const DIGEST_HOUR = 17
