import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyHttpOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { contract } from '#contract/index.ts'
import {
  accountNews,
  accountRoutes,
  googleRoutes,
  passkeyRoutes,
  peopleRoutes,
  sessionRoutes,
  settingsRoutes,
  smallBannerOf,
  twoStepRoutes,
} from '#server/accounts/index.ts'
import {
  anyItemRoutes,
  findPreview,
  findTrackPreview,
  itemRoutes,
  profileListRoutes,
  searchRoutes,
  styleRoutes,
} from '#server/catalogue/index.ts'
import { chatNews, chatRoutes, supportNoteRoutes } from '#server/chat/index.ts'
import { checkoutRoutes, deskOrderRoutes, mountWebhooks } from '#server/checkout/index.ts'
import { announcementRoutes } from '#server/announcements/index.ts'
import { banRoutes } from '#server/bans/index.ts'
import { contactRoutes, deskContactRoutes } from '#server/contact/index.ts'
import { referralRoutes } from '#server/credits/index.ts'
import { withPlansKept } from '#server/db/connect.ts'
import { houseRoutes, overviewRoutes } from '#server/desk/index.ts'
import { deskDiscountRoutes, discountRoutes } from '#server/discounts/index.ts'
import { answerErrors, answerUnreadableAddress } from '#server/http/answer-errors.ts'
import { describeApi } from '#server/http/docs.ts'
import { eventStreams } from '#server/http/events.ts'
import { answerInTurn } from '#server/http/answer-in-turn.ts'
import { toJson } from '#server/http/json-text.ts'
import { closeIdleConnections } from '#server/http/close-connections.ts'
import { guardConnections } from '#server/http/guard-connections.ts'
import { letStreamsLeaveHttp, upgradesFor, waitForLeaving } from '#server/http/leave-http.ts'
import { limitReads } from '#server/http/limit-reads.ts'
import { limitBodyTime, type BodyTimes } from '#server/http/body-time.ts'
import { mountMedia } from '#server/http/media-routes.ts'
import { refuseTwoHosts } from '#server/http/refuse-two-hosts.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { serve } from '#server/http/serve.ts'
import { mountSignedFiles } from '#server/http/signed-files.ts'
import { isPreviewShown } from '#server/items/index.ts'
import { ledgerRoutes } from '#server/ledger/index.ts'
import {
  archivePurchaseRoutes,
  beatPurchaseRoutes,
  findPurchased,
  findPurchasedSound,
  licenseRoutes,
  libraryRoutes,
  purchaseRoutes,
} from '#server/library/index.ts'
import { listeningRoutes } from '#server/listening/index.ts'
import {
  cannedReasonRoutes,
  findMaster,
  findNewPreview,
  findTrack,
  reportRoutes,
  reviewBeatRoutes,
  reviewKitRoutes,
  reviewPackRoutes,
  submissionRoutes,
} from '#server/moderation/index.ts'
import { mountOneClick, notificationRoutes, preferenceRoutes } from '#server/notifications/index.ts'
import { findMailLook, operationRoutes } from '#server/operations/index.ts'
import { deskPayoutRoutes, payoutRoutes, takePayoutEvent } from '#server/payouts/index.ts'
import { deskPeopleRoutes } from '#server/people-desk/index.ts'
import { answerCrawlers } from '#server/pages/crawlers.ts'
import { mountIcons } from '#server/pages/icons.ts'
import { mountPages, type Web } from '#server/pages/pages.ts'
import { billingRoutes, planGrantRoutes, subscriptionNews } from '#server/plans/index.ts'
import { deskProblemRoutes, problemRoutes, problemWatch } from '#server/problems/index.ts'
import { deskPromotionRoutes, promotionRoutes, slotRoutes } from '#server/promotions/index.ts'
import { findExportFile, findOwnFile, ownDataRoutes } from '#server/privacy/index.ts'
import { synonymRoutes } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { goods } from '#server/shop-lines.ts'
import { itemAddresses, mountSharePictures, profileAddresses, shareRoutes } from '#server/share/index.ts'
import { shareRoutes as splitRoutes } from '#server/shares/index.ts'
import { followRoutes, gatherPlays, ownSocialRoutes, pinRoutes, socialRoutes } from '#server/social/index.ts'
import {
  contentRoutes,
  findPart,
  findVoiceTag,
  licensePresetRoutes,
  masterRoutes,
  ownBeatRoutes,
  ownItemRoutes,
  ownKitRoutes,
  ownPackRoutes,
  uploadedItemRoutes,
  voiceTagRoutes,
} from '#server/studio/index.ts'
import { findOwnUpload, uploadRoutes } from '#server/uploads/routes.ts'
import { mountTus } from '#server/uploads/tus.ts'
import { worklistRoutes } from '#server/worklist/index.ts'

const BODY_LIMIT = 2 * 1024 * 1024
const REQUEST_ID = /^[\w-]{8,64}$/

/** Provides the pages. Tests of the API work without it. */
export type WebFor = (http: FastifyInstance) => Promise<Web>
type Options = {
  log?: FastifyBaseLogger
  web?: WebFor
  bodyTimes?: BodyTimes
  /** The time in which a reader must take some of its answer. */
  readMs?: number
}

/** Mounts all features: the table of contents of the server. */
export async function mountApp(app: App, { web, ...options }: Options = {}) {
  const http = createHttp(app, options)
  const openStream = eventStreams(http)
  await describeApi(http, app.config)
  await http.register(multipart)

  const plays = gatherPlays(http, app)
  for (const { kind, path } of [
    { kind: 'beat', path: 'beats' },
    { kind: 'pack', path: 'packs' },
    { kind: 'kit', path: 'kits' },
  ] as const) {
    serve(http, app, path, contract.catalogue[path], itemRoutes(app, kind))
    serve(http, app, path, contract.profileLists[path], profileListRoutes(app, kind))
    serve(http, app, path, contract.social[path], socialRoutes(app, kind, plays))
  }
  serve(http, app, 'beats', contract.moderation.beats, reviewBeatRoutes(app))
  serve(http, app, 'packs', contract.moderation.packs, reviewPackRoutes(app))
  serve(http, app, 'kits', contract.moderation.kits, reviewKitRoutes(app))
  serve(http, app, 'operations', contract.operations, operationRoutes(app))
  serve(http, app, 'house', contract.house, houseRoutes(app))
  serve(http, app, 'accounts', contract.accounts, accountRoutes(app))
  serve(http, app, 'sessions', contract.sessions, sessionRoutes(app))
  serve(http, app, 'settings', contract.settings, settingsRoutes(app))
  serve(http, app, 'twoStep', contract.twoStep, twoStepRoutes(app))
  serve(http, app, 'passkeys', contract.passkeys, passkeyRoutes(app))
  serve(http, app, 'google', contract.google, googleRoutes(app))
  serve(http, app, 'ownData', contract.ownData, ownDataRoutes(app))
  serve(http, app, 'people', contract.people, peopleRoutes(app))
  serve(http, app, 'items', contract.catalogue.items, anyItemRoutes(app))
  serve(http, app, 'search', contract.catalogue.search, searchRoutes(app))
  serve(http, app, 'styles', contract.catalogue.styles, styleRoutes(app))
  serve(http, app, 'share', contract.share, shareRoutes(app))
  serve(http, app, 'shares', contract.shares, splitRoutes(app))
  serve(http, app, 'social', contract.social.own, ownSocialRoutes(app))
  serve(http, app, 'follows', contract.follows, followRoutes(app))
  serve(http, app, 'pins', contract.pins, pinRoutes(app))
  serve(http, app, 'chat', contract.chat, chatRoutes(app, openStream))
  serve(http, app, 'contact', contract.contact, contactRoutes(app))
  serve(http, app, 'deskContact', contract.deskContact, deskContactRoutes(app))
  serve(http, app, 'supportNotes', contract.supportNotes, supportNoteRoutes(app))
  const shop = { app, ...goods, watch: problemWatch }
  const buying = { ...shop, app: { ...app, db: withPlansKept(app.db) } }
  serve(http, app, 'checkout', contract.checkout, checkoutRoutes(buying))
  serve(http, app, 'discounts', contract.discounts, discountRoutes(app))
  serve(http, app, 'deskDiscounts', contract.deskDiscounts, deskDiscountRoutes(app))
  serve(http, app, 'orders', contract.orders, deskOrderRoutes(shop))
  serve(http, app, 'billing', contract.billing, billingRoutes(buying))
  await mountWebhooks(http, buying, { subscription: subscriptionNews(buying), payout: takePayoutEvent(app) })
  if (app.payments.sandbox) serve(http, app, 'sandbox', contract.sandbox, app.payments.sandbox.routes)
  serve(http, app, 'problems', contract.problems, problemRoutes(shop))
  serve(http, app, 'deskProblems', contract.deskProblems, deskProblemRoutes(shop))
  serve(http, app, 'promotions', contract.promotions, promotionRoutes(app))
  serve(http, app, 'promotionSlots', contract.promotionSlots, slotRoutes(http, app))
  serve(http, app, 'deskPromotions', contract.deskPromotions, deskPromotionRoutes(app))
  serve(http, app, 'ledger', contract.ledger, ledgerRoutes(app))
  serve(http, app, 'payouts', contract.payouts, payoutRoutes(app))
  serve(http, app, 'deskPayouts', contract.deskPayouts, deskPayoutRoutes(app))
  serve(http, app, 'deskPeople', contract.deskPeople, deskPeopleRoutes(app))
  serve(http, app, 'bans', contract.bans, banRoutes(app))
  serve(http, app, 'planGrants', contract.planGrants, planGrantRoutes(app))
  serve(http, app, 'announcements', contract.announcements, announcementRoutes(app))
  serve(http, app, 'overview', contract.overview, overviewRoutes(app))
  serve(http, app, 'worklist', contract.worklist, worklistRoutes(app))
  serve(http, app, 'library', contract.purchases.library, libraryRoutes(app))
  serve(http, app, 'purchases', contract.purchases.all, purchaseRoutes(app))
  serve(http, app, 'beatPurchases', contract.purchases.beats, beatPurchaseRoutes(app))
  serve(http, app, 'packPurchases', contract.purchases.packs, archivePurchaseRoutes(app, 'pack'))
  serve(http, app, 'kitPurchases', contract.purchases.kits, archivePurchaseRoutes(app, 'kit'))
  serve(http, app, 'licensePapers', contract.licensePapers, licenseRoutes(app))
  serve(http, app, 'listening', contract.listening, listeningRoutes(app))
  serve(
    http,
    app,
    'notifications',
    contract.notifications,
    notificationRoutes(app, openStream, [chatNews(app), accountNews(app)]),
  )
  serve(http, app, 'notificationPreferences', contract.notificationPreferences, preferenceRoutes(app))
  serve(http, app, 'cannedReasons', contract.cannedReasons, cannedReasonRoutes(app))
  serve(http, app, 'synonyms', contract.synonyms, synonymRoutes(app))
  serve(http, app, 'reports', contract.reports, reportRoutes(app))
  serve(http, app, 'referrals', contract.referrals, referralRoutes(app))
  serve(http, app, 'reviews', contract.moderation.reviews, submissionRoutes(app))
  serve(http, app, 'masters', contract.moderation.masters, masterRoutes(app))
  serve(http, app, 'studio', contract.studio.studio, uploadedItemRoutes(app))
  serve(http, app, 'voiceTag', contract.studio.voiceTag, voiceTagRoutes(app))
  serve(http, app, 'licensePresets', contract.studio.licensePresets, licensePresetRoutes(app))
  serve(http, app, 'contents', contract.studio.contents, contentRoutes(app))
  serve(http, app, 'myItems', contract.studio.myItems, ownItemRoutes(app))
  serve(http, app, 'myBeats', contract.studio.myBeats, ownBeatRoutes(app))
  serve(http, app, 'myPacks', contract.studio.myPacks, ownPackRoutes(app))
  serve(http, app, 'myKits', contract.studio.myKits, ownKitRoutes(app))

  serve(http, app, 'uploads', contract.uploads, uploadRoutes(app))
  mountTus(http, app)
  mountOneClick(http, app)

  mountMedia(http, app.storage, { isPreviewShown: (key) => isPreviewShown(app.db, key) })
  mountSignedFiles(http, app, {
    upload: findOwnUpload(app),
    master: findMaster(app),
    part: findPart(app),
    track: findTrack(app),
    preview: findPreview(app),
    newPreview: findNewPreview(app),
    trackPreview: findTrackPreview(app),
    voiceTag: findVoiceTag(app),
    purchase: findPurchased(app),
    purchasedSound: findPurchasedSound(app),
    mail: findMailLook(app),
    export: findExportFile(app),
    ownFile: findOwnFile(app),
  })
  const { smallStreetOf } = mountSharePictures(http, app)
  mountIcons(http)
  answerCrawlers(http, app.config.publicUrl, [itemAddresses(app.db), profileAddresses(app.db)])
  if (web) mountPages(http, await web(http), app, (path) => smallBannerOf(path) ?? smallStreetOf(path))
  return http
}

function createHttp({ config, clock }: App, { log, bodyTimes, readMs }: Options): FastifyInstance {
  const secure = securityHeaders(config)
  const options: FastifyHttpOptions<Server> = {
    ...(log && { loggerInstance: log }),
    bodyLimit: BODY_LIMIT,
    http: { shouldUpgradeCallback: upgradesFor(() => http) },
    requestTimeout: 0, // limitBodyTime has its own limits for each route
    trustProxy: config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // hooks don't run for these errors
    frameworkErrors: (_error, request, reply) =>
      secure(request.raw, reply.raw, () => answerUnreadableAddress(request, reply)),
    genReqId: ({ headers }) => {
      const given = String(headers['x-request-id'] ?? '')
      return REQUEST_ID.test(given) ? given : randomUUID()
    },
  }
  const http: FastifyInstance = Fastify(options)
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(() => toJson) // the types of the handlers ensure the right shape of replies
  http.decorateRequest('viewer', null)
  letStreamsLeaveHttp(http)
  answerInTurn(http) // before everything that costs anything
  waitForLeaving(http)
  http.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, () => done()))
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  http.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  refuseTwoHosts(http)
  limitReads(http, { config, clock })
  limitBodyTime(http, bodyTimes)
  guardConnections(http, config, readMs)
  closeIdleConnections(http)
  answerErrors(http)
  return http
}
