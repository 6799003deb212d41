import type { FastifyInstance } from 'fastify'
import { chosenKinds, type ChosenKind } from '#contract/notice-kinds.ts'
import type { Stopped } from '#contract/notification-preferences.ts'
import { isKept, setWantsUpdates } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import { readUnsubscribeToken } from '#server/mail/unsubscribe.ts'
import type { App } from '#server/services.ts'
import { preferencesOf, setChannels } from './preferences.ts'

/** Stops the mails of a topic. Doing it again changes nothing. */
export const unsubscribe = (app: App, token: string) =>
  byLink(app, token, async (tx, { account, topic }) => {
    if (topic === 'updates') return none(await setWantsUpdates(tx, account, false))
    if (topic !== 'digest') return setEach(tx, account, [topic], { mail: false })
    const inDigest = (await preferencesOf(tx, account)).filter(({ digest }) => digest).map(({ kind }) => kind)
    return setEach(tx, account, inDigest, { digest: false })
  })

/** The way back: the same link, with the kinds that it had switched off. */
export const resubscribe = (app: App, token: string, kinds: readonly ChosenKind[]) =>
  byLink(app, token, async (tx, { account, topic }) => {
    if (topic === 'updates') return none(await setWantsUpdates(tx, account, true))
    if (topic !== 'digest') return setEach(tx, account, [topic], { mail: true })
    return setEach(tx, account, kinds, { digest: true })
  })

type Link = NonNullable<ReturnType<typeof readUnsubscribeToken>>

async function byLink(app: App, token: string, act: (tx: Tx, link: Link) => Promise<ChosenKind[]>): Promise<Stopped> {
  const link = readUnsubscribeToken(app.authSecret, token)
  if (!link) throw new ApiError(404, 'link_unknown', 'This link is not valid. Copy it whole from the mail.')
  const kinds = await app.db.transaction().execute(async (tx) => {
    if (!(await isKept(tx, link.account))) return [] // nothing comes to a deleted account
    return act(tx, link)
  })
  return { topic: link.topic, kinds }
}

const none = (_done: unknown): ChosenKind[] => []

async function setEach(
  tx: Tx,
  account: number,
  kinds: readonly ChosenKind[],
  change: Parameters<typeof setChannels>[3],
) {
  const changed = chosenKinds.filter((kind) => kinds.includes(kind))
  for (const kind of changed) await setChannels(tx, account, kind, change)
  return changed
}

/**
 * The one-click address of RFC 8058, which mail programs call with a form of one field. A GET of the same address is a
 * page that asks first: scanners that follow links must unsubscribe nobody.
 */
export const mountOneClick = (http: FastifyInstance, app: App) =>
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // the address contains everything, so the body is ignored
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.post<{ Querystring: { token?: string } }>(
      '/unsubscribe',
      { schema: { hide: true }, bodyLimit: 10_000 },
      async ({ query }, reply) => {
        await unsubscribe(app, String(query.token ?? ''))
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
      },
    )
  })
