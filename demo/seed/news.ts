/** A deed of listeners that a seller of the demo finds among the notices. */
export type DemoNews = { of: string; hoursAgo: number } & (
  | { follows: number }
  | { likes: string; people: number }
  | { comments: string; body: string }
)

/** In the order of time: a follow is told when its notice is the newest. */
export const NEWS: DemoNews[] = [
  { of: 'ColdHarbour', hoursAgo: 122, follows: 1 },
  { of: 'LogDrumLola', hoursAgo: 98, likes: 'Lagos to Leeds', people: 2 },
  { of: 'ColdHarbour', hoursAgo: 76, likes: 'Stairwell Sermon', people: 2 },
  { of: 'LogDrumLola', hoursAgo: 51, follows: 1 },
  {
    of: 'ColdHarbour',
    hoursAgo: 27,
    comments: 'Turnpike Lane 3AM',
    body: 'The gap before the second drop. Leave it exactly there.',
  },
  { of: 'LogDrumLola', hoursAgo: 21, comments: 'Lagos to Leeds', body: 'Sang over it at a wedding. Nobody sat down.' },
  { of: 'ColdHarbour', hoursAgo: 9, likes: 'Turnpike Lane 3AM', people: 4 },
  { of: 'LogDrumLola', hoursAgo: 4, likes: 'Harmattan', people: 3 },
  { of: 'ColdHarbour', hoursAgo: 3, follows: 2 },
]
