// This file imports no zod: server and screens read it.

/** The things that can wait at the desk. */
export const WAITING = [
  'reviews',
  'payouts',
  'reports',
  'problems',
  'disputes',
  'refunds',
  'differences',
  'worklist',
  'referrals',
  'appeals',
  'inbox',
  'mails',
] as const
export type Waiting = (typeof WAITING)[number]

/** The things that wait behind each tab of the desk. */
export const WAITING_OF_TABS = {
  review: ['reviews'],
  reports: ['reports'],
  people: ['appeals'],
  inbox: ['inbox'],
  orders: ['problems', 'disputes', 'refunds'],
  payouts: ['payouts'],
  worklist: ['worklist'],
  referrals: ['referrals'],
  mail: ['mails'],
} as const satisfies Record<string, readonly Waiting[]>
export type WaitingTab = keyof typeof WAITING_OF_TABS
export const WAITING_TABS = Object.keys(WAITING_OF_TABS) as WaitingTab[]
/** A tab says no higher number. */
export const MOST_ON_TAB = 99

/** The figures that are counted day by day. */
export const FIGURES = ['sold', 'orders', 'people', 'plans', 'refunded', 'items', 'plays', 'payouts'] as const
export type Figure = (typeof FIGURES)[number]

type FigureFacts = {
  name: string
  unit: 'count' | 'dollars'
  /** A number at the end of each day, not a sum of the day. */
  isLevel?: true
}
export const FIGURE_FACTS: Record<Figure, FigureFacts> = {
  sold: { name: 'Sold', unit: 'dollars' },
  orders: { name: 'Orders', unit: 'count' },
  people: { name: 'New people', unit: 'count' },
  plans: { name: 'Plans running', unit: 'count', isLevel: true },
  refunded: { name: 'Refunded', unit: 'dollars' },
  items: { name: 'New items', unit: 'count' },
  plays: { name: 'Plays', unit: 'count' },
  payouts: { name: 'Paid out', unit: 'dollars' },
}

/** The spans of the charts in days. A year is shown by weeks. */
export const SPANS = ['7', '30', '90', '364'] as const
export type Span = (typeof SPANS)[number]
export const SPAN_WORDS: Record<Span, string> = { '7': '7 days', '30': '30 days', '90': '90 days', '364': '12 months' }
export const stepOf = (span: Span) => (span === '364' ? 7 : 1)
