// This file imports no zod, and no terms, so that lists can use the names without loading either.

export const LICENSE_TYPES = ['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const
export type LicenseType = (typeof LICENSE_TYPES)[number]

/** The shop, the contract and the terms use the same names. */
export const LICENSE_NAMES: Record<LicenseType, string> = {
  MP3: 'MP3 Lease',
  WAV: 'WAV Lease',
  PREMIUM: 'Premium (WAV + Stems)',
  EXCLUSIVE: 'Exclusive Rights',
}

export const ONE_LICENSE = 'Choose at least one license with a price above 0.'
