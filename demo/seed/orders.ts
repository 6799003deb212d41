import type { LicenseType } from '#contract/license-types.ts'

/** Something that was bought: its title, and the license of beats and packs. */
type Bought = [title: string, license?: LicenseType]

export type DemoOrder = {
  /** The buyer's handle. */
  buyer: string
  daysAgo: number
  lines: Bought[]
  /** The line replaces the license that an earlier order of the same buyer gave. */
  upgrades?: true
  /** Why the first line was refunded. */
  refunded?: string
}

const BUYER = 'VerseTwo'

/** Orders of every kind and license: one refunded, one replaced by a higher license, one exclusive. Oldest first. */
export const ORDERS: DemoOrder[] = [
  { buyer: 'cleo_vox', daysAgo: 26, lines: [['Balaclava Waltz', 'MP3']] },
  { buyer: BUYER, daysAgo: 24, lines: [['Balaclava Waltz', 'MP3']] },
  { buyer: 'hana_lines', daysAgo: 23, lines: [['Flat Pack Estate']] },
  { buyer: 'femi_steps', daysAgo: 20, lines: [['Balaclava Waltz', 'WAV'], ['Ghost Codes']] },
  { buyer: 'kaz_nights', daysAgo: 17, lines: [['Jane and Finch', 'PREMIUM']] },
  { buyer: BUYER, daysAgo: 15, lines: [['Balaclava Waltz', 'WAV']], upgrades: true },
  {
    buyer: 'dez_block',
    daysAgo: 13,
    lines: [
      ['Harmattan', 'MP3'],
      ['Peckham Highlife', 'MP3'],
    ],
  },
  { buyer: BUYER, daysAgo: 11, lines: [['Jane and Finch', 'PREMIUM'], ['Ghost Codes']] },
  { buyer: 'nour_waves', daysAgo: 9, lines: [['Balaclava Waltz', 'MP3']] },
  { buyer: 'ozzy_tapes', daysAgo: 8, lines: [['Signed Away', 'EXCLUSIVE']] },
  { buyer: BUYER, daysAgo: 7, lines: [['Two Airports', 'MP3']] },
  { buyer: BUYER, daysAgo: 6, lines: [['Boyne Street', 'WAV']], refunded: 'Bought by mistake.' },
  { buyer: 'ife_city', daysAgo: 4, lines: [['Turnpike Lane 3AM', 'MP3']] },
  { buyer: 'mina_sound', daysAgo: 2, lines: [['Two Airports', 'WAV']] },
  { buyer: 'gio_keys', daysAgo: 1, lines: [['Balaclava Waltz', 'PREMIUM']] },
]
