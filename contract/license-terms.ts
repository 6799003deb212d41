// Without zod, so that pages can have the words without the schemas.

export const LICENSE_TYPES = ['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]

type Terms = {
  name: string
  copies: string
  streams: string
  /** Null where a license says nothing of it. */
  videos: string | null
  radio: string | null
  performances: string | null
  credit: 'Required' | null
  rights: string[]
}
const silent = { videos: null, radio: null, performances: null, credit: null, rights: [] }

/** What each license is called and allows: the same words in the shop, the contract and the terms. */
export const LICENSES: Record<LicenseType, Terms> = {
  MP3: { ...silent, name: 'MP3 Lease', copies: '2,500', streams: '50,000', videos: '1', credit: 'Required' },
  WAV: {
    ...silent,
    name: 'WAV Lease',
    copies: '7,500',
    streams: '100,000',
    radio: '1',
    performances: 'Up to 200 paid',
    credit: 'Required',
  },
  PREMIUM: {
    ...silent,
    name: 'Premium (WAV + Stems)',
    copies: '500,000',
    streams: '1,000,000',
    videos: 'Unlimited',
    radio: 'Unlimited',
    performances: 'For-profit live',
  },
  EXCLUSIVE: {
    ...silent,
    name: 'Exclusive Rights',
    copies: 'Unlimited',
    streams: 'Unlimited',
    videos: 'Unlimited',
    rights: ['Transferable rights per contract', 'The beat is removed from the store'],
  },
}

const several = (many: string, what: string) => `${many} ${what}${many === '1' ? '' : 's'}`

/** What is allowed besides copies and streams, each in some words. */
export function furtherTerms(type: LicenseType): string[] {
  const { videos, radio, performances, credit, rights } = LICENSES[type]
  const terms = [
    videos && several(videos, 'music video'),
    radio && several(radio, 'radio station'),
    performances && `${performances} performances`,
    credit && 'Credit required',
  ]
  return [...terms.filter((term) => term !== null), ...rights]
}

const upTo = (limit: string) => (limit === 'Unlimited' ? limit : `Up to ${limit}`)

/** The same as names and values; what is a sentence has no value. */
export function usageTerms(type: LicenseType): { name: string; value?: string }[] {
  const { copies, streams, videos, radio, performances, credit, rights } = LICENSES[type]
  return [
    { name: 'Copies sold', value: upTo(copies) },
    { name: 'Audio streams', value: upTo(streams) },
    ...(videos ? [{ name: 'Music videos', value: videos }] : []),
    ...(radio ? [{ name: 'Radio stations', value: radio }] : []),
    ...(performances ? [{ name: 'Performances', value: performances }] : []),
    ...(credit ? [{ name: 'Credit', value: credit }] : []),
    ...rights.map((name) => ({ name })),
  ]
}
