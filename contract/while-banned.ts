import type { Endpoint } from './endpoint.ts'
import type { Route } from './caller.ts'

/**
 * The calls of signed-in people that a banned person may still make: to read why, to appeal, to get what they have bought
 * and their data, to go on with a problem of a purchase, to end what they pay for, to delete their account, and to prove
 * that they are its owner. They also read their own marks, notices and announcements, which every page shows.
 */
const CALLS: ReadonlySet<Route | 'GET /notifications/stream'> = new Set([
  'GET /me',
  'GET /auth/me',
  'GET /me/ban',
  'POST /me/ban/appeal',
  'GET /notifications/stream',
  'GET /notifications',
  'GET /notifications/unread',
  'POST /notifications/:id/read',
  'POST /notifications/read-all',
  'GET /me/likes',
  'GET /me/follows',
  'GET /announcements/banner',
  'GET /me/playlist',
  'GET /library',
  'GET /library/:id',
  'GET /purchases/mine',
  'GET /purchases/order/:orderId',
  'GET /purchases/:id/download-url',
  'GET /purchases/:id/stream-url',
  'GET /purchases/:id/license',
  'GET /purchases/beats/:id/download',
  'GET /purchases/beats/:id/stream',
  'GET /purchases/packs/:id/download',
  'GET /purchases/packs/:id/tracks',
  'GET /purchases/packs/:id/stream',
  'GET /purchases/kits/:id/download',
  'GET /purchases/kits/:id/tracks',
  'GET /purchases/kits/:id/stream',
  'GET /me/problems',
  'GET /problems/:id',
  'POST /problems/:id/answer',
  'POST /problems/:id/refund',
  'POST /problems/:id/solve',
  'POST /problems/:id/escalate',
  'POST /checkout/confirm',
  'POST /checkout/cancel',
  'GET /promotions/mine',
  'GET /billing/subscriptions/mine',
  'POST /billing/subscriptions/:id/cancel',
  'GET /me/data',
  'POST /me/data/export',
  'GET /me/data/files',
  'GET /me/deletion',
  'POST /me/deletion',
  'DELETE /me/deletion',
  'GET /me/sessions',
  'POST /me/sessions/:id/end',
  'POST /me/sessions/end-others',
  'GET /me/two-step',
  'GET /me/passkeys',
  'POST /me/passkeys/prove',
  'GET /me/google',
  'POST /me/google/ticket',
])

export const isOpenToBanned = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  (CALLS as ReadonlySet<string>).has(`${method} ${path}`)
