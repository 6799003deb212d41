import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Line, Wave } from './item.ts'
import { LICENSE_TYPES } from './license-types.ts'
import { id } from './paging.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Four groups of letters and digits that nobody confuses. Small letters are taken, too. */
const LICENSE_NUMBER = /^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}$/

const SoldLicense = z
  .object({
    number: z.string(),
    state: z
      .enum(['valid', 'superseded', 'withdrawn'])
      .describe('superseded: a larger license took its place; withdrawn: the payment was returned'),
    supersededBy: z.string().nullable().describe('The number of the larger license'),
    endedAt: z.iso.datetime().nullable(),
    issuedAt: z.iso.datetime(),
    type: z.enum(LICENSE_TYPES),
    name: z.string(),
    terms: z.array(z.object({ name: z.string(), value: z.string().optional() })).describe('As they were at the sale'),
    termsVersion: z.int(),
    termsSince: z.iso.datetime(),
    item: z.object({
      kind: z.enum(['BEAT', 'PACK']),
      title: z.string().describe('As it was called when it was sold'),
      slug: z.string().nullable().describe('Of its page; null if it has none any more'),
      coverUrl: z.string().nullable(),
      style: z.object({ slug: z.string(), code: z.string(), line: Line }).nullable(),
      bpm: z.int().nullable(),
      key: z.string().nullable(),
      durationInSeconds: z.number().nullable(),
      trackCount: z.int(),
      wave: Wave.nullable(),
    }),
    seller: z.object({ id: z.int(), displayName: z.string(), plan: Plan }),
    files: z
      .array(z.object({ name: z.string(), version: z.int().nullable(), bytes: z.int().nullable(), sha256 }))
      .describe('All files that were sold, also those inside of an archive'),
    parties: z
      .object({ purchaseId: z.int(), licensor: z.string(), licensee: z.string() })
      .nullable()
      .describe('The legal names, for the two parties and admins'),
  })
  .meta({ id: 'SoldLicense' })
export type SoldLicense = z.infer<typeof SoldLicense>

export const licensePapers = {
  byNumber: endpoint({
    method: 'GET',
    path: '/licenses/:number',
    auth: 'anyone',
    summary: 'Whether a license is valid, what it allows, and the hashes of its files',
    params: z.object({
      number: z.string().toUpperCase().regex(LICENSE_NUMBER, 'That is no license number.'),
    }),
    reply: SoldLicense,
  }),
  document: endpoint({
    method: 'GET',
    path: '/purchases/:id/license',
    auth: 'user',
    summary: 'The license of a beat or a pack as a PDF, for its two parties and admins',
    params: z.object({ id }),
    reply: { fileTypes: ['application/pdf'] },
  }),
}
