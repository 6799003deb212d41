import { z } from 'zod'
import { contract } from '#contract/index.ts'
import type { Estate } from './estate.ts'
import { endpointsIn } from './reply.ts'

/**
 * A request of Cleo's that names things of Ann's in its query, body or form. Its answer is a status, or the field that
 * is refused, or an answer that is the same as for ids that nothing has.
 */
export type Foreign = {
  params?: (string | number)[]
  query?: Record<string, string | number>
  body?: unknown
  form?: object
  answer: number | string | object
}

const LOOSE = { io: 'input', unrepresentable: 'any' } as const
const nothing = { lines: [{ item: null, license: null, state: 'gone', price: 0, total: 0 }], total: 0 }
const licenses = [{ type: 'MP3', price: 20 }]
const archive = { name: 'Mine', description: 'Mine.', tags: 'dark' }
const kit = { ...archive, type: 'Drum Kit', price: 10 }
const beat = { title: 'Mine', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses }

/** The fields that name things, by the calls that have them: each field with a thing of another person. */
export const FOREIGN: Record<string, (estate: Estate) => Foreign[]> = {
  'GET /chat/threads': ({ ann }) => [{ query: { userId: ann.id }, answer: 403 }],
  'GET /chat/threads/:id': ({ ann, owner }) => [{ params: [owner.id], query: { userId: ann.id }, answer: 403 }],
  'GET /chat/history': ({ ann, owner }) => [
    { query: { user1: ann.id, user2: owner.id }, answer: 403 },
    { query: { user1: owner.id, user2: ann.id }, answer: 403 },
  ],
  'POST /chat/send': ({ ann, cleo, owner, hidden }) => [
    { body: { senderId: ann.id, receiverId: owner.id, content: 'Hi' }, answer: 403 },
    ...Object.values(hidden).map((itemId) => ({
      body: { senderId: cleo.id, receiverId: ann.id, itemId },
      answer: 404,
    })),
  ],
  'GET /chat/stream': ({ ann }) => [{ query: { userId: ann.id }, answer: 403 }],
  'POST /chat/read': ({ ann, owner }) => [{ body: { userId: ann.id, partnerId: owner.id, upTo: 9_999 }, answer: 403 }],
  'POST /chat/typing': ({ ann, owner }) => [{ body: { senderId: ann.id, receiverId: owner.id }, answer: 403 }],
  'GET /notifications/stream': ({ ann }) => [{ query: { userId: ann.id }, answer: 403 }],
  'POST /checkout/preview': (estate) => carts(estate).map((item) => ({ body: { items: [item] }, answer: nothing })),
  'POST /checkout/start': (estate) =>
    carts(estate).map((item) => ({
      body: { items: [item], method: 'credit', total: 0, legalName: 'Cleo Bello' },
      answer: 409,
    })),
  'POST /checkout/confirm': ({ bought: { open } }) => [
    { body: { provider: 'stripe', sessionId: open.sessionId, orderId: open.orderId }, answer: 404 },
    { body: { provider: 'stripe', sessionId: open.sessionId }, answer: 404 },
  ],
  'POST /checkout/cancel': ({ bought }) => [{ body: { orderId: bought.open.orderId }, answer: 404 }],
  'POST /me/codes': ({ anns, hidden }) =>
    [anns.beatId, hidden.draft].map((id) => ({ body: { code: 'MINE', percent: 9, itemIds: [id] }, answer: 'itemIds' })),
  'POST /me/deals': ({ anns, hidden }) =>
    [anns.beatId, hidden.draft].map((id) => ({ body: { buy: 2, free: 1, itemIds: [id] }, answer: 'itemIds' })),
  'GET /promotions/forecast': ({ anns, hidden }) =>
    [anns.beatId, hidden.draft].map((itemId) => ({ query: { itemId }, answer: 404 })),
  'PUT /me/pinned': ({ anns, hidden }) =>
    [anns.beatId, hidden.draft].map((id) => ({ body: { items: [id] }, answer: 'items' })),
  'POST /me/playlist/entries': (estate) => sounds(estate).map((entry) => ({ body: { entries: [entry] }, answer: 404 })),
  'DELETE /me/playlist/entries': (estate) =>
    sounds(estate).map((query) => ({ query, answer: { version: 1, previous: 1 } })),
  'GET /library': ({ goods, hidden }) =>
    [goods.beatId, hidden.draft].map((item) => ({ query: { item }, answer: { totalItems: 0, items: [] } })),
  'GET /me/likes': ({ hidden }) => [{ query: { items: hidden.draft }, answer: { liked: [] } }],
  'GET /me/follows': ({ ann }) => [{ query: { people: ann.id }, answer: { followed: [] } }],
  'GET /me/stats': ({ anns, hidden }) => [anns.beatId, hidden.draft].map((item) => ({ query: { item }, answer: 404 })),
  'POST /me/items/bulk': ({ anns, hidden }) =>
    ['pause', 'resume', 'delete', 'price', 'tags'].map((action) => ({
      body: { action, ids: [anns.beatId, hidden.draft], type: 'MP3', price: 1, add: 'x', remove: '' },
      answer: {
        done: [],
        refused: [anns.beatId, hidden.draft].map((id) => ({ id, title: '', message: 'Item not found.' })),
      },
    })),
  'PATCH /me/beats/:id/licenses': ({ cleos, anns }) => [
    { params: [cleos.beatId], body: [{ id: anns.licenseId, enabled: true, price: 1 }], answer: 'licenses' },
  ],
  'PATCH /me/packs/:id/licenses': ({ cleos, anns }) => [
    { params: [cleos.packId], body: [{ id: anns.licenseId, enabled: true, price: 1 }], answer: 'licenses' },
  ],
  'POST /me/beats/:id/files': (estate) => uploads(estate, estate.cleos.beatId, ['audio', 'cover', 'stems', 'project']),
  'POST /me/packs/:id/files': (estate) => uploads(estate, estate.cleos.packId, ['zip', 'cover', 'stems']),
  'POST /me/kits/:id/files': (estate) => uploads(estate, estate.cleos.kitId, ['zip', 'cover']),
  'POST /beats/upload': ({ anns, cleos, hidden }) => [
    { form: { ...beat, audioUploadId: anns.uploads.audio }, answer: 404 },
    ...['cover', 'stems', 'project'].map((part) => ({
      form: { ...beat, audioUploadId: cleos.uploads.audio, [`${part}UploadId`]: anns.uploads.beatCover },
      answer: 404,
    })),
    { form: { ...beat, audioUploadId: cleos.uploads.audio, draftId: hidden.draft }, answer: 'draftId' },
  ],
  'POST /packs/upload': ({ anns, cleos, hidden }) => [
    { form: { ...archive, licenses, zipUploadId: anns.uploads.packZip }, answer: 404 },
    {
      form: { ...archive, licenses, zipUploadId: cleos.uploads.packZip, coverUploadId: anns.uploads.packCover },
      answer: 404,
    },
    { form: { ...archive, licenses, zipUploadId: cleos.uploads.packZip, beatIds: [anns.beatId] }, answer: 'beatIds' },
    {
      form: { ...archive, licenses, zipUploadId: cleos.uploads.packZip, draftId: hidden.pendingPack },
      answer: 'draftId',
    },
  ],
  'POST /kits/upload': ({ anns, cleos, hidden }) => [
    { form: { ...kit, zipUploadId: anns.uploads.kitZip }, answer: 404 },
    { form: { ...kit, zipUploadId: cleos.uploads.kitZip, coverUploadId: anns.uploads.kitCover }, answer: 404 },
    { form: { ...kit, zipUploadId: cleos.uploads.kitZip, draftId: hidden.pendingKit }, answer: 'draftId' },
  ],
}

/** An upgrade of a purchase, a promotion of an item, and items that are not on sale. */
const carts = ({ anns, bought, goods, hidden }: Estate) => [
  { type: 'beat', beatId: goods.beatId, licenseType: 'WAV', upgradeOf: bought.beat },
  { type: 'promotion', targetType: 'BEAT', targetId: anns.beatId, days: 14 },
  { type: 'beat', beatId: hidden.draft, licenseType: 'MP3' },
  { type: 'pack', packId: hidden.pendingPack, licenseType: 'MP3' },
  { type: 'kit', kitId: hidden.pendingKit },
]
const sounds = ({ anns, hidden }: Estate) => [
  ...Object.values(hidden).map((itemId) => ({ itemId })),
  { itemId: hidden.pendingPack, trackId: 1 },
  { itemId: anns.kitId, trackId: 1 },
]
const uploads = ({ anns }: Estate, id: number, parts: string[]) =>
  parts.map((part) => ({ params: [id], body: { [`${part}UploadId`]: anns.uploads.audio }, answer: 404 }))

/** Fields that sound alike, and name nothing that belongs to one person or change nothing. */
const FREE = new Set([
  'POST /checkout/start licenseId', // ignored
  'POST /checkout/start paymentMethodId', // a card, by the random name that the provider gave it
  'POST /checkout/start planId',
  'POST /checkout/preview planId',
  'POST /checkout/confirm items', // ignored
  'PUT /me/items/:id/split people', // by their handles, which are public
  'PUT /me/playlist itemId', // leaves out what the person can't hear
  'PUT /me/playlist trackId',
])
const NAMES_THINGS = /Ids?$|^(?:ids|items?|people|upgradeOf|user\d)$/

/** The calls with fields that name things, with their names. */
export const callsWithIds = endpointsIn(contract)
  .filter(({ auth }) => auth !== 'admin')
  .map((call) => {
    const schemas = [call.query, call.body].flatMap((part) => (part ? [z.toJSONSchema(part, LOOSE)] : []))
    const names = new Set(schemas.flatMap(fieldsIn).filter((name) => NAMES_THINGS.test(name)))
    return { call, names: [...names].filter((name) => !FREE.has(`${call.method} ${call.path} ${name}`)) }
  })
  .filter(({ names }) => names.length > 0)

/** The names of all fields at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)]
}
