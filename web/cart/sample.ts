import { kitLine, licenseLine, type Buyable, type CartLine } from './lines.ts'
import { promotionLine, subscriptionLine } from './service-lines.ts'

const item: Buyable = {
  id: 7,
  kind: 'BEAT',
  slug: 'stairwell-sermon',
  title: 'Stairwell Sermon',
  artistName: 'Mozer',
  coverUrl: '/media/covers/7/640.webp',
  price: 24.95,
}
const mp3 = { id: 70, type: 'MP3', name: 'MP3 Lease', price: 24.95 } as const
const wav = { id: 71, type: 'WAV', name: 'WAV Lease', price: 34.95 } as const
const pack: Buyable = { ...item, id: 8, kind: 'PACK' }

/** One line of each type, for tests. */
export const sample = {
  beatMp3: licenseLine(item, mp3),
  beatWav: licenseLine(item, wav),
  packMp3: licenseLine(pack, mp3),
  packWav: licenseLine(pack, wav),
  kit: kitLine({ ...item, id: 9, kind: 'KIT', price: 0 }),
  subscription: subscriptionLine('pro', 'monthly'),
  promotion: promotionLine(item, 'standard', 3),
} satisfies Record<string, CartLine>
