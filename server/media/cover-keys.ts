import { randomUUID } from 'node:crypto'
import { COVER_SIZES } from './picture-types.ts'

/** A cover whose folder ends so has each size as an AVIF, too. The name saves a look into the storage at each request. */
const AVIF_TOO = '-avif'
const HAS_AVIF = new RegExp(`^covers/[^/]+${AVIF_TOO}/[^/]+\\.webp$`)

/** The folder of a new cover. */
export const newCoverKey = (hasAvif: boolean) => `covers/${randomUUID()}${hasAvif ? AVIF_TOO : ''}`

export const coverSizes = (coverKey: string, format: 'webp' | 'avif') =>
  COVER_SIZES.map((size) => `${coverKey}/${size}.${format}`)

/** All files of a cover. */
export const coverFiles = (coverKey: string | null) =>
  coverKey === null
    ? []
    : [...coverSizes(coverKey, 'webp'), ...(coverKey.endsWith(AVIF_TOO) ? coverSizes(coverKey, 'avif') : [])]

/** The AVIF of a cover's WebP; null if there is none. */
export const avifOf = (key: string) => (HAS_AVIF.test(key) ? key.replace(/webp$/, 'avif') : null)
