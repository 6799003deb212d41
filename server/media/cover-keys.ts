import { randomUUID } from 'node:crypto'
import { COVER_SIZES } from './picture-types.ts'

/** This ending of a cover's folder says that each size is there as an AVIF, too. It saves each request a look into the storage. */
const AVIF_TOO = '-avif'
const HAS_AVIF = new RegExp(`^covers/[^/]+${AVIF_TOO}/[^/]+\\.webp$`)

/** The folder of a new cover. */
export const newCoverKey = (hasAvif: boolean) => `covers/${randomUUID()}${hasAvif ? AVIF_TOO : ''}`

/** The keys of one format, in the order of `COVER_SIZES`. */
export const coverKeysAs = (coverKey: string, format: 'webp' | 'avif') =>
  COVER_SIZES.map((size) => `${coverKey}/${size}.${format}`)

/** All files of a cover. */
export const coverFiles = (coverKey: string | null) =>
  coverKey === null
    ? []
    : [...coverKeysAs(coverKey, 'webp'), ...(coverKey.endsWith(AVIF_TOO) ? coverKeysAs(coverKey, 'avif') : [])]

/** The AVIF of a cover's WebP; null if there is none. */
export const avifOf = (key: string) => (HAS_AVIF.test(key) ? key.replace(/webp$/, 'avif') : null)
