import type { LicenseType } from './license-types.ts'

type Terms = {
  copies: string
  streams: string
  /** Null if a license does not mention it. */
  videos: string | null
  radio: string | null
  performances: string | null
  credit: 'Required' | null
  rights: string[]
}
const silent = { videos: null, radio: null, performances: null, credit: null, rights: [] }

/** The terms of all licenses. The shop, the contract and the terms use the same words. */
export const LICENSES: Record<LicenseType, Terms> = {
  MP3: { ...silent, copies: '2,500', streams: '50,000', videos: '1', credit: 'Required' },
  WAV: {
    ...silent,
    copies: '7,500',
    streams: '100,000',
    radio: '1',
    performances: 'Up to 200 paid',
    credit: 'Required',
  },
  PREMIUM: {
    ...silent,
    copies: '500,000',
    streams: '1,000,000',
    videos: 'Unlimited',
    radio: 'Unlimited',
    performances: 'For-profit live',
  },
  EXCLUSIVE: {
    ...silent,
    copies: 'Unlimited',
    streams: 'Unlimited',
    videos: 'Unlimited',
    rights: ['Transferable rights per contract', 'The beat is removed from the store'],
  },
}

const several = (many: string, what: string) => `${many} ${what}${many === '1' ? '' : 's'}`

/** Further permissions besides copies and streams, in a few words each. */
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

/** The terms as names and values. A term that is a sentence has no value. */
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
