import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { Kind, Line, Wave } from './item.ts'
import { LICENSE_TYPES } from './license-types.ts'
import { LIBRARY_SORTS, LIBRARY_TABS } from './library-values.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { PROBLEM_STATES } from './problem-values.ts'

const LicenseName = z.enum(LICENSE_TYPES)
const DELIVERED = ['audio/mpeg', 'audio/wav', 'application/zip', 'application/octet-stream'] as const

const Format = z.enum(['zip', 'mp3', 'wav', 'stems', 'project'])
export type Format = z.infer<typeof Format>

const Download = z
  .object({
    file: Format.describe('zip: everything in one archive. A format of a pack is an archive of its tracks'),
    name: z.string(),
    bytes: z.int().describe('About; the answer itself gives the exact length'),
  })
  .meta({ id: 'PurchaseDownload' })
export type Download = z.infer<typeof Download>

export const LibraryPurchase = z
  .object({
    purchaseId: z.int(),
    type: z.enum(['beat', 'pack', 'kit']),
    title: z.string().describe('As it was called when it was sold'),
    img: z.string().nullable(),
    artist: z.string(),
    creditName: z.string().nullable().describe('The name that its license asks to credit; null for kits'),
    slug: z.string().nullable().describe('Of the item’s page; null if it has none any more'),
    licenseType: LicenseName.nullable().describe('Null for kits'),
    licenseName: z.string().nullable(),
    licenseNumber: z.string().nullable(),
    licenseUrl: z.string().nullable().describe('The license as a PDF; null for kits'),
    pricePaid: z.number(),
    state: z.enum(['owned', 'replaced', 'refunded']).describe('replaced: by a higher license of the same item'),
    zipUrl: z.string().nullable().describe('Null when it was refunded. It needs the bearer token'),
    purchasedAtIso: z.iso.datetime(),
    endedAtIso: z.iso.datetime().nullable().describe('When it was replaced or refunded'),
    replacedBy: z.int().nullable().describe('The purchase of the higher license'),
    problem: z
      .object({ id: z.int(), state: z.enum(PROBLEM_STATES) })
      .nullable()
      .describe('The newest problem that its buyer has reported'),
    reportUntilIso: z.iso.datetime().nullable().describe('Until then a problem can be reported; null if it can’t'),
    itemId: z.int(),
    kind: Kind,
    ownerId: z.int(),
    ownerPlan: Plan,
    style: z.object({ slug: z.string(), code: z.string(), line: Line }).nullable(),
    kitType: z.string().nullable(),
    bpm: z.int().nullable(),
    key: z.string().nullable(),
    durationInSeconds: z.number().nullable(),
    wave: Wave.nullable(),
  })
  .meta({ id: 'LibraryPurchase' })
export type LibraryPurchase = z.infer<typeof LibraryPurchase>

const Upgrade = z
  .object({
    licenseId: z.int(),
    licenseType: LicenseName,
    licenseName: z.string(),
    price: z.number(),
    toPay: z.number().describe('The price less what was paid'),
    adds: z.array(Format).describe('What the purchase doesn’t hold yet'),
  })
  .meta({ id: 'LicenseUpgrade' })
export type Upgrade = z.infer<typeof Upgrade>

const PurchaseDetail = LibraryPurchase.extend({
  downloads: z.array(Download).describe('None when it was refunded'),
  streamUrl: z.string().nullable().describe('Plays a beat for ten minutes and for its buyer alone'),
  terms: z.object({ name: z.string(), terms: z.array(z.object({ name: z.string(), value: z.string().optional() })) }),
  upgrades: z.array(Upgrade).describe('Higher licenses that are on offer now, the cheapest first'),
}).meta({ id: 'PurchaseDetail' })
export type PurchaseDetail = z.infer<typeof PurchaseDetail>

const LibraryPage = pageOf(LibraryPurchase)
  .extend({
    counts: z.record(z.enum(LIBRARY_TABS), z.int()).describe('By tab; of what the words find'),
  })
  .meta({ id: 'LibraryPage' })

const PurchasedTrack = z
  .object({
    key: z.string().describe('Names the track for `stream?key` and `download?key`'),
    name: z.string(),
    folder: z.string().describe('Inside the archive'),
    bpm: z.int().nullable(),
    musicKey: z.string().nullable(),
    duration: z.number().nullable(),
    streamUrl: z
      .string()
      .nullable()
      .describe('Works for ten minutes and for its buyer alone. Null: browsers can’t play it'),
    bytes: z.int().nullable().describe('Of the best format'),
  })
  .meta({ id: 'PurchasedTrack' })
export type PurchasedTrack = z.infer<typeof PurchasedTrack>

const OrderedPurchase = LibraryPurchase.extend({
  refunded: z.number().describe('What went back to the buyer'),
  downloads: z.array(Download),
}).meta({ id: 'OrderedPurchase' })
export type OrderedPurchase = z.infer<typeof OrderedPurchase>

const OrderDetail = z
  .object({
    orderId: z.int(),
    number: z.string(),
    state: z.enum(['open', 'paid', 'canceled', 'expired']),
    createdAt: z.iso.datetime(),
    subtotal: z.number(),
    adjustments: z.array(z.object({ reason: z.string(), amount: z.number() })).describe('By reason, in dollars'),
    tax: z.number(),
    total: z.number(),
    refunded: z.number().describe('What went back'),
    refunding: z.number().describe('What is on its way'),
    paidWith: z.string().nullable(),
    purchases: z.array(OrderedPurchase),
    services: z
      .array(
        z.object({
          type: z.enum(['subscription', 'promotion']),
          title: z.string(),
          label: z.string(),
          price: z.number(),
        }),
      )
      .describe('What was bought and is no item: plans and promotions'),
    refused: z
      .array(
        z.object({
          type: z.enum(['beat', 'pack', 'kit', 'subscription', 'promotion']),
          title: z.string(),
          price: z.number(),
          reason: z.string(),
        }),
      )
      .describe('Paid lines that could not be delivered; their money goes back'),
  })
  .meta({ id: 'OrderDetail' })
export type OrderDetail = z.infer<typeof OrderDetail>

const params = z.object({ id })
const trackKey = z.string().regex(/^\d{1,15}$/, 'That names no track.')
const SignedUrl = z.object({ url: z.string().describe('Works for ten minutes and for its buyer alone, with Range') })

const archiveCalls = <const Many extends 'packs' | 'kits'>(many: Many) => ({
  download: endpoint({
    method: 'GET',
    path: `/purchases/${many}/:id/download`,
    auth: 'user',
    summary: 'A purchase as one ZIP, one of its formats, or one of its tracks',
    params,
    query: z.object({ file: Format.default('zip'), key: trackKey.optional() }),
    reply: { fileTypes: DELIVERED },
  }),
  tracks: endpoint({
    method: 'GET',
    path: `/purchases/${many}/:id/tracks`,
    auth: 'user',
    summary: 'The files in a purchase, as it was sold',
    params,
    query: z.object({ page, limit: limit(100) }),
    reply: pageOf(PurchasedTrack),
  }),
  stream: endpoint({
    method: 'GET',
    path: `/purchases/${many}/:id/stream`,
    auth: 'user',
    summary: 'The whole sound of one file in a purchase',
    params,
    query: z.object({ key: trackKey }),
    reply: { fileTypes: DELIVERED },
  }),
})

export const purchases = {
  library: {
    list: endpoint({
      method: 'GET',
      path: '/library',
      auth: 'user',
      summary: 'One’s purchases, filtered',
      query: z.object({
        tab: z.enum(LIBRARY_TABS).default('all'),
        q: searchText.default('').describe('Found in the title, the type or the purchase’s id'),
        sort: z.enum(LIBRARY_SORTS).default('kind').describe('kind: beats, packs, kits, each newest first'),
        item: id.optional().describe('Only purchases of this item'),
        page,
        limit: limit(50),
      }),
      reply: LibraryPage,
    }),
    one: endpoint({
      method: 'GET',
      path: '/library/:id',
      auth: 'user',
      summary: 'An own purchase with its downloads, terms and upgrades',
      params,
      reply: PurchaseDetail,
    }),
  },
  all: {
    mine: endpoint({
      method: 'GET',
      path: '/purchases/mine',
      auth: 'user',
      summary: 'All of one’s purchases, newest first',
      reply: z.array(LibraryPurchase),
    }),
    order: endpoint({
      method: 'GET',
      path: '/purchases/order/:orderId',
      auth: 'user',
      summary: 'An own order with what it bought',
      params: z.object({ orderId: id }),
      reply: OrderDetail,
    }),
    downloadUrl: endpoint({
      method: 'GET',
      path: '/purchases/:id/download-url',
      auth: 'user',
      summary: 'An address for a download without a header',
      params,
      query: z.object({ file: Format.default('zip'), key: trackKey.optional() }),
      reply: SignedUrl,
    }),
    streamUrl: endpoint({
      method: 'GET',
      path: '/purchases/:id/stream-url',
      auth: 'user',
      summary: 'An address that plays the whole sound of a beat, or of one file in a pack or a kit',
      params,
      query: z.object({ key: trackKey.optional() }),
      reply: SignedUrl,
    }),
  },
  beats: {
    download: endpoint({
      method: 'GET',
      path: '/purchases/beats/:id/download',
      auth: 'user',
      summary: 'The best format of a beat; with `file`, another one or everything as a ZIP',
      params,
      query: z.object({ file: Format.optional() }),
      reply: { fileTypes: DELIVERED },
    }),
    stream: endpoint({
      method: 'GET',
      path: '/purchases/beats/:id/stream',
      auth: 'user',
      summary: 'The whole sound of a beat',
      params,
      reply: { fileTypes: DELIVERED },
    }),
  },
  packs: archiveCalls('packs'),
  kits: archiveCalls('kits'),
}
