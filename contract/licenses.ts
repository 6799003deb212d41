import { z } from 'zod'

export const LICENSE_TYPES = ['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const
export const LicenseType = z.enum(LICENSE_TYPES)
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

export const License = z
  .object({
    id: z.int(),
    type: LicenseType,
    name: z.string(),
    price: z.number().describe('In dollars'),
    enabled: z.boolean(),
    featured: z.boolean().describe('Recommended by the producer'),
    files: z.array(z.enum(['MP3', 'WAV', 'STEMS', 'PROJECT', 'ARCHIVE'])).describe('What is really delivered'),
    features: z.array(z.string()),
    sold: z.int().describe('How many were sold before'),
  })
  .meta({ id: 'License' })
export type License = z.infer<typeof License>
