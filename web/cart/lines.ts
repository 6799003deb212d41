import type { Item } from '#contract/item.ts'
import type { License, LicenseType } from '#contract/licenses.ts'

type Common = {
  id: string
  title: string
  artist: string
  img: string | null
  /** In dollars, as it was when it was added; the server prices every cart itself. */
  price: number
  qty: 1
}
type Licensed = { slug: string; licenseId: number; licenseName: string; licenseType: LicenseType }
type BeatLine = Common & Licensed & { type: 'beat'; beatId: number }
type PackLine = Common & Licensed & { type: 'pack'; packId: number }
type KitLine = Common & { type: 'kit'; kitId: number; slug: string }
type SubscriptionLine = Common & {
  type: 'subscription'
  planId: string
  planName: string
  billingCycle: string
  trialDays: number
}
type PromotionLine = Common & {
  type: 'promotion'
  targetType: string
  targetId: number
  tier: string
  days: number
  creditsUsed: number
}
export type CartLine = BeatLine | PackLine | KitLine | SubscriptionLine | PromotionLine

type Bought = Pick<Item, 'id' | 'kind' | 'slug' | 'title' | 'artistName' | 'coverUrl' | 'price'>
type Chosen = Pick<License, 'id' | 'type' | 'name' | 'price'>

const common = ({ title, artistName, coverUrl }: Bought) =>
  ({ title, artist: artistName, img: coverUrl, qty: 1 }) as const

/** A beat has a line for each licence; a pack has one whatever its licence. */
export function licenseLine(item: Bought, license: Chosen): CartLine {
  const licensed = {
    ...common(item),
    slug: item.slug,
    price: license.price,
    licenseId: license.id,
    licenseName: license.name,
    licenseType: license.type,
  }
  return item.kind === 'PACK'
    ? { ...licensed, id: `pack:${item.id}`, type: 'pack', packId: item.id }
    : { ...licensed, id: `beat:${item.id}:${license.type}`, type: 'beat', beatId: item.id }
}

export const kitLine = (item: Bought): CartLine => ({
  ...common(item),
  id: `kit:${item.id}`,
  type: 'kit',
  kitId: item.id,
  slug: item.slug,
  price: item.price,
})

type Fields = Record<string, unknown>
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0
const isLicensed = ({ slug, licenseId, licenseName, licenseType }: Fields) =>
  isText(slug) && isId(licenseId) && isText(licenseName) && isText(licenseType)

/** By type: what a line needs, and the id that it must then have. */
const kinds: Record<string, { known: (line: Fields) => boolean; id: (line: Fields) => string }> = {
  beat: {
    known: (line) => isId(line.beatId) && isLicensed(line),
    id: ({ beatId, licenseType }) => `beat:${String(beatId)}:${String(licenseType)}`,
  },
  pack: { known: (line) => isId(line.packId) && isLicensed(line), id: ({ packId }) => `pack:${String(packId)}` },
  kit: { known: (line) => isId(line.kitId) && isText(line.slug), id: ({ kitId }) => `kit:${String(kitId)}` },
  subscription: {
    known: ({ planId, planName }) => isText(planId) && isText(planName),
    id: ({ planId }) => `subscription:${String(planId)}`,
  },
  promotion: {
    known: ({ targetType, targetId }) => isText(targetType) && isId(targetId),
    id: ({ targetType, targetId, tier, days }) =>
      ['promo', String(targetType).toUpperCase(), targetId, tier, days].join(':'),
  },
}

const standards: Fields = { billingCycle: 'monthly', trialDays: 0, tier: 'standard', days: 1, creditsUsed: 0 }
const standardsOf: Record<string, string[]> = {
  subscription: ['billingCycle', 'trialDays'],
  promotion: ['tier', 'days', 'creditsUsed'],
}

/** A line from storage, made whole; null for what is none. By hand: a schema library would weigh more than the whole cart. */
export function lineFrom(stored: unknown): CartLine | null {
  if (typeof stored !== 'object' || stored === null) return null
  const given = stored as Fields
  const kind = isText(given.type) && Object.hasOwn(kinds, String(given.type)) ? kinds[String(given.type)] : undefined
  const missing = (standardsOf[String(given.type)] ?? []).map((name) => [name, given[name] ?? standards[name]])
  const line: Fields = { artist: '', img: null, ...given, ...Object.fromEntries(missing), qty: 1 }
  const whole =
    kind?.known(line) &&
    line.id === kind.id(line) &&
    isText(line.title) &&
    typeof line.artist === 'string' &&
    (line.img === null || isText(line.img)) &&
    Number.isFinite(line.price) &&
    Number(line.price) >= 0
  return whole ? (line as CartLine) : null
}
