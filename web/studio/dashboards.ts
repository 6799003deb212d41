import type { Kind } from '#contract/item.ts'
import type { OwnStats } from '#contract/studio.ts'
import type { OwnSort } from '#contract/studio-values.ts'
import { exactly, price } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import type { UploadKind } from './open-upload.ts'

export type Dashboard = {
  title: string
  path: string
  /** The form that its button opens. */
  uploads: UploadKind
  /** In the order of the API's parameter. */
  kinds: readonly Kind[]
  /** The things that it lists, as sentences name them. */
  things: string
  sorts: readonly (readonly [OwnSort, string])[]
  figures: (stats: OwnStats) => readonly (readonly [label: string, value: string])[]
  empty: string
  /** The steps until a first item is on sale. */
  steps: readonly (readonly [name: string, words: string])[]
  failure: string
}

const reviewed = ['An admin listens.', 'Then it is on sale, with 0% commission.'] as const

export const beatsDashboard: Dashboard = {
  title: 'Sell Beats',
  path: paths.sellBeats(),
  uploads: 'beat',
  kinds: ['BEAT', 'PACK'],
  things: 'beats and packs',
  sorts: [
    ['updated', 'Recently updated'],
    ['sales', 'Top sales'],
    ['plays', 'Most plays'],
    ['price', 'Highest price'],
    ['earnings', 'Highest earnings'],
  ],
  figures: ({ earnings, sales, plays, likes }) => [
    ['Earnings', price(earnings)],
    ['Licenses', exactly(sales)],
    ['Plays', exactly(plays)],
    ['Likes', exactly(likes)],
  ],
  empty: 'No beats uploaded yet',
  steps: [
    ['Drop a WAV.', 'We hear BPM and key, and draw a cover if you have none.'],
    ['Set prices.', 'A license is offered once its files are there.'],
    reviewed,
  ],
  failure: 'Failed to load your items.',
}

export const kitsDashboard: Dashboard = {
  title: 'Sell Kits',
  path: paths.sellKits(),
  uploads: 'kit',
  kinds: ['KIT'],
  things: 'kits',
  sorts: [
    ['updated', 'Recently updated'],
    ['price', 'Highest price'],
    ['downloads', 'Most downloads'],
    ['sales', 'Most licenses'],
    ['earnings', 'Highest earnings'],
  ],
  figures: ({ earnings, sales, averagePrice, items }) => [
    ['Total Revenue', price(earnings)],
    ['Units Sold', exactly(sales)],
    ['Avg. Sale Price', price(averagePrice)],
    ['# of Kits', exactly(items)],
  ],
  empty: 'No kits uploaded yet',
  steps: [
    ['Drop a ZIP.', 'We list its folders, and draw a cover if you have none.'],
    ['Set a price.', '0 makes it a free kit.'],
    reviewed,
  ],
  failure: 'Failed to load kits.',
}
