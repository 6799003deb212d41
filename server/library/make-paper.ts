import { createHash } from 'node:crypto'
import { z } from 'zod'
import { STYLES } from '#contract/styles.ts'
import { Line } from '#contract/item.ts'
import { seconds } from '#server/items/index.ts'
import { dollarWords } from '#server/money.ts'
import type { LicenseFacts } from '#server/papers/license-facts.ts'
import type { App } from '#server/services.ts'
import { licenseOf, listFiles, listTracks, type LicenseRow } from './find-license.ts'

const Clauses = z.array(z.object({ title: z.string(), text: z.string() }))
export const Terms = z.object({
  name: z.string(),
  terms: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  // the first sales had no clauses
  lead: z.string().default('The Licensee may'),
  short: Clauses.default([]),
  full: Clauses.default([]),
})

/**
 * The key of a license's document, which is made at the first request and then kept. Of several that are made at once,
 * the first is kept. Null if the purchase has no license.
 */
export async function paperOf(app: App, purchaseId: number, origin: string): Promise<string | null> {
  const license = await licenseOf(app.db, purchaseId)
  if (!license || license.storageKey) return license?.storageKey ?? null
  const { drawLicense } = await import('#server/papers/license-paper.ts') // its fonts and shaping take time to load
  const bytes = drawLicense(await factsOf(app, license, origin))
  const key = `papers/${purchaseId}-${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.pdf`
  await app.storage.put(key, bytes, { mediaType: 'application/pdf' })
  await app.db
    .updateTable('licensePaper')
    .set({ storageKey: key, madeAt: app.clock.now() })
    .where('purchaseId', '=', purchaseId)
    .where('storageKey', 'is', null)
    .execute()
  const { storageKey } = await app.db
    .selectFrom('licensePaper')
    .where('purchaseId', '=', purchaseId)
    .select('storageKey')
    .executeTakeFirstOrThrow()
  if (storageKey !== key) await app.storage.remove(key)
  return storageKey
}

async function factsOf({ db }: App, row: LicenseRow, origin: string): Promise<LicenseFacts> {
  const [files, tracks] = await Promise.all([listFiles(db, row), listTracks(db, row)])
  const { name, terms, ...words } = Terms.parse(row.terms)
  const hex = (sha256: Buffer) => sha256.toString('hex')
  return {
    number: row.number,
    address: `${origin}/license/${row.number}`,
    license: { name, version: row.termsVersion, since: row.termsSince },
    terms,
    ...words,
    work: {
      kind: row.kind,
      title: row.title,
      artist: row.sellerHandle,
      style: styleOf(row),
      facts: workFacts(row, tracks.length),
      bpm: row.kind === 'beat' ? row.bpm : null,
      seconds: seconds(row.durationMs),
      wave: row.fullBand && row.lowBand && { full: row.fullBand, low: row.lowBand },
      master: row.master && hex(row.master),
      tracks: tracks.map(({ title, sha256 }) => ({ title, sha256: hex(sha256) })),
    },
    licensor: { name: row.sellerName, handle: row.sellerHandle, account: row.sellerId },
    licensee: { name: row.buyerName, handle: row.buyerHandle, account: row.buyerId },
    price: dollarWords(row.cents),
    order: row.orderNumber,
    issuedAt: row.grantedAt,
    files: files.map((file) => ({ ...file, size: sizeOf(file.sizeBytes), sha256: hex(file.sha256) })),
  }
}

const styleOf = ({ styleSlug, styleCode, styleLine }: LicenseRow) =>
  styleSlug && styleCode && styleLine
    ? { code: styleCode, name: STYLES[styleSlug] ?? styleSlug, line: Line.parse(styleLine) }
    : null

function workFacts({ kind, bpm, musicKey, durationMs, publishedAt }: LicenseRow, tracks: number) {
  const whole = Math.round((durationMs ?? 0) / 1000)
  const facts = [
    kind === 'pack' && `${tracks} ${tracks === 1 ? 'track' : 'tracks'}`,
    bpm !== null && kind === 'beat' && `${bpm} BPM`,
    musicKey && `${musicKey.replace(/m$/, '')} ${musicKey.endsWith('m') ? 'minor' : 'major'}`,
    whole > 0 && `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`,
    publishedAt && `First published ${medium.format(publishedAt)}`,
  ]
  return facts.filter((fact): fact is string => Boolean(fact))
}

const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function sizeOf(bytes: number) {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const step = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1_000 ** step).toFixed(step > 0 ? 1 : 0))} ${units[step]}`
}
