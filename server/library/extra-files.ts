import { buffer } from 'node:stream/consumers'
import type { App } from '#server/services.ts'
import { inName } from './file-names.ts'
import type { PurchaseRow } from './purchases.ts'
import { termsOf } from './terms.ts'

/** A small file that is in the ZIP beside what was sold. */
export type ExtraFile = { path: string; content: Buffer }

/** The cover and the license paper, or the terms of a kit. */
export async function extraFiles(app: App, purchase: PurchaseRow): Promise<ExtraFile[]> {
  const { kind, coverKey, paperKey, title } = purchase
  if (kind === 'kit') return [{ path: 'Terms.txt', content: await kitTerms(app, purchase) }]
  const found = await Promise.all([
    coverKey === null ? null : stored(app, `${coverKey}/640.webp`, `${inName(title)}_Cover.webp`),
    paperKey === null ? null : stored(app, paperKey, `${inName(title)}_License.pdf`),
  ])
  return found.filter((file) => file !== null)
}

async function stored({ storage }: App, key: string, path: string): Promise<ExtraFile | null> {
  const file = await storage.open(key)
  return file && { path, content: await buffer(file.stream) }
}

async function kitTerms({ db }: App, { id, termsId, title, artist, grantedAt }: PurchaseRow) {
  const { terms } = await termsOf(db, termsId)
  const lines = [
    title,
    `by ${artist}`,
    '',
    `Bought on ${grantedAt.toISOString().slice(0, 10)}, purchase P-${id}`,
    '',
    ...terms.map(({ name, value }) => (value === undefined ? name : `${name}: ${value}`)),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
