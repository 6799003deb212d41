import type { licensePapers, SoldLicense } from '#contract/license-papers.ts'
import { Line } from '#contract/item.ts'
import { resample } from '#server/catalogue/index.ts'
import { ApiError, notFound } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import { seconds } from '#server/items/index.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'
import { inName } from './file-names.ts'
import { licenseByNumber, listFiles, listTracks, type LicenseRow } from './find-license.ts'
import { paperOf, Terms } from './make-paper.ts'

/** Nobody types more numbers than this. Pages that the server renders share one count. */
const ASKED = { name: 'license', max: 60, seconds: 600 }
const BARS = 210

export const licenseRoutes = (app: App): Handlers<typeof licensePapers> => ({
  async byNumber({ params: { number }, viewer, caller }) {
    const license = await licenseByNumber(app.db, number)
    if (!license) {
      await throttleNetwork(app, ASKED, caller.address)
      throw notFound('License')
    }
    return present(app, license, viewer)
  },
  async document({ params: { id }, viewer, reply }) {
    const purchase = await app.db
      .selectFrom('purchase')
      .leftJoin('licensePaper', 'licensePaper.purchaseId', 'purchase.id')
      .where('purchase.id', '=', id)
      .select(['buyerId', 'sellerId', 'kind', 'title', 'number'])
      .executeTakeFirst()
    if (!purchase || !isFor(purchase, viewer)) throw notFound('License')
    const key = await paperOf(app, id, originOf(reply.request, app.config.publicUrl))
    if (!key) throw new ApiError(404, 'not_found', 'A kit has no license document. Its terms are in its ZIP.')
    const download = `License_${inName(purchase.title)}_${purchase.number}.pdf`
    return sendFile(reply.request, reply, app.storage, key, { cacheControl: 'private, no-cache', download })
  },
})

const isFor = ({ buyerId, sellerId }: { buyerId: number; sellerId: number }, viewer: Viewer | null) =>
  viewer !== null && (viewer.isAdmin || viewer.id === buyerId || viewer.id === sellerId)

/** A seller who has left stands on the document. Only those who have it read the name here. */
const sellerNameFor = (row: LicenseRow, viewer: Viewer | null) =>
  row.sellerHandleNow ?? (isFor(row, viewer) ? row.sellerHandle : 'Deleted user')

const STATES = { owned: 'valid', superseded: 'superseded', refunded: 'withdrawn' } as const

async function present({ db }: App, row: LicenseRow, viewer: Viewer | null): Promise<SoldLicense> {
  const [files, tracks] = await Promise.all([listFiles(db, row), listTracks(db, row)])
  const { name, terms } = Terms.parse(row.terms)
  return {
    number: row.number,
    state: STATES[row.state],
    supersededBy: row.laterNumber,
    endedAt: row.endedAt?.toISOString() ?? null,
    issuedAt: row.grantedAt.toISOString(),
    type: row.licenseType,
    name,
    terms,
    termsVersion: row.termsVersion,
    termsSince: row.termsSince.toISOString(),
    item: itemOf(row),
    seller: { id: row.sellerId, displayName: sellerNameFor(row, viewer), plan: row.sellerPlan },
    files: [
      ...files.map(({ sizeBytes, sha256, ...file }) => ({ ...file, bytes: sizeBytes, sha256: sha256.toString('hex') })),
      ...tracks.map(({ title, sizeBytes, sha256 }) => ({
        name: title,
        version: null,
        bytes: sizeBytes,
        sha256: sha256.toString('hex'),
      })),
    ],
    parties: isFor(row, viewer) ? { purchaseId: row.id, licensor: row.sellerName, licensee: row.buyerName } : null,
  }
}

/** An item that left the store shows no cover. */
function itemOf(row: LicenseRow): SoldLicense['item'] {
  const { kind, title, isShown, slug, coverKey, styleSlug, styleCode, styleLine, fullBand, lowBand } = row
  const bars = (band: Buffer) => resample(band, BARS).toString('base64')
  return {
    kind: kind === 'beat' ? 'BEAT' : 'PACK',
    title,
    slug: isShown ? slug : null,
    coverUrl: isShown && coverKey ? mediaUrl(`${coverKey}/640.webp`) : null,
    style:
      styleSlug && styleCode && styleLine ? { slug: styleSlug, code: styleCode, line: Line.parse(styleLine) } : null,
    bpm: row.bpm,
    key: row.musicKey,
    durationInSeconds: seconds(row.durationMs),
    trackCount: row.trackCount,
    wave: fullBand && lowBand && { full: bars(fullBand), low: bars(lowBand) },
  }
}
