import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/errors.ts'
import { readUnsubscribeToken } from '#server/mail/unsubscribe.ts'
import type { App } from '#server/services.ts'

/** Stops the mails of a topic. Doing it again changes nothing. */
export async function unsubscribe({ db, authSecret }: App, token: string) {
  const named = readUnsubscribeToken(authSecret, token)
  if (!named) throw new ApiError(404, 'link_unknown', 'This link is not valid. Copy it whole from the mail.')
  await db.updateTable('account').set({ wantsUpdates: false }).where('id', '=', named.account).execute()
}

/**
 * The one-click address of RFC 8058, which mail programs call with a form of one field. A GET of the same address is a
 * page that asks first: scanners that follow links must unsubscribe nobody.
 */
export const mountOneClick = (http: FastifyInstance, app: App) =>
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume() // the address contains everything, so the body is ignored
      body.on('end', () => done(null))
    })
    scope.post<{ Querystring: { token?: string } }>(
      '/unsubscribe',
      { schema: { hide: true }, bodyLimit: 10_000 },
      async ({ query }, reply) => {
        await unsubscribe(app, String(query.token ?? ''))
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
      },
    )
  })
