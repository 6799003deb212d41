// Without zod, so that pages can have the words without the schemas.

export const LICENSE_TYPES = ['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]

/** What each licence is called and allows: the same words in the shop, the contract and the terms. */
export const LICENSES: Record<
  LicenseType,
  { name: string; copies: string; streams: string; videos: string | null; more: string[] }
> = {
  MP3: {
    name: 'MP3 Lease',
    copies: '2,500',
    streams: '50,000',
    videos: '1',
    more: ['Credit required'],
  },
  WAV: {
    name: 'WAV Lease',
    copies: '7,500',
    streams: '100,000',
    videos: null,
    more: ['1 radio station', 'Up to 200 paid performances', 'Credit required'],
  },
  PREMIUM: {
    name: 'Premium (WAV + Stems)',
    copies: '500,000',
    streams: '1,000,000',
    videos: 'Unlimited',
    more: ['Unlimited radio stations', 'For-profit live performances'],
  },
  EXCLUSIVE: {
    name: 'Exclusive Rights',
    copies: 'Unlimited',
    streams: 'Unlimited',
    videos: 'Unlimited',
    more: ['Transferable rights per contract', 'The beat is removed from the store'],
  },
}

/** What is allowed besides copies and streams. */
export function furtherTerms(type: LicenseType) {
  const { videos, more } = LICENSES[type]
  return [...(videos ? [`${videos} music ${videos === '1' ? 'video' : 'videos'}`] : []), ...more]
}
