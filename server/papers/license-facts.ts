import type { Line } from '#contract/line.ts'

export type Clause = { title: string; text: string }

/** The words of a license. `{work}`, `{artist}` and such are filled with the facts of a sale. */
export type LicenseWords = {
  /** The line above the limits. */
  lead: string
  short: Clause[]
  full: Clause[]
}
type Party = { name: string; handle: string; account: number }
type SoldFile = { name: string; version: number; size: string; sha256: string }

/** Everything that a license document says. */
export type LicenseFacts = LicenseWords & {
  number: string
  /** The public page of the license. */
  address: string
  license: { name: string; version: number; since: Date }
  terms: { name: string; value?: string | undefined }[]
  work: {
    kind: 'beat' | 'pack'
    title: string
    artist: string
    style: { code: string; name: string; line: Line } | null
    /** Tempo, key, length and such, as they are shown under the wave. */
    facts: string[]
    bpm: number | null
    seconds: number | null
    wave: { full: Uint8Array; low: Uint8Array } | null
    /** The SHA-256 of the recording that all files were made of. */
    master: string | null
    tracks: { title: string; sha256: string }[]
  }
  licensor: Party
  licensee: Party
  price: string
  order: string
  issuedAt: Date
  files: SoldFile[]
}
