import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOpenToBanned } from '#contract/while-banned.ts'
import { isFileReply, type Endpoint, type FilesOf, type Parsed, type Reply } from '#contract/endpoint.ts'
import { forbidden, unauthorized } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import type { JsonText } from './json-text.ts'
import { keepForGuests } from './guest-calls.ts'
import { schemaOf } from './describe-call.ts'
import { receiveInput } from './receive-input.ts'
import { networkOf } from './networks.ts'
import { readInTurn } from './turns.ts'
import { banned } from './banned.ts'
import { viewerOf, type Viewer } from './who.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

type ViewerFor<E extends Endpoint> = E['auth'] extends 'anyone' ? Viewer | null : Viewer
/** The caller's address (for IPv6 its network), for throttling and for the list of sessions. */
export type Caller = { address: string; userAgent: string }
type Input<E extends Endpoint> = Parsed<E> &
  FilesOf<E, UploadRow> & { viewer: ViewerFor<E>; caller: Caller; reply: FastifyReply }
/** The handler itself sends streams and files. */
type Answer<E extends Endpoint> = E extends { stream: true } | { reply: { fileTypes: readonly string[] } }
  ? FastifyReply
  : Reply<E> | JsonText<Reply<E>>
type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E>>

/** One handler for every call of a feature's contract; a missing one does not compile. */
export type Handlers<Contract extends Record<string, Endpoint>> = { [Call in keyof Contract]: Handler<Contract[Call]> }

/** Mounts a feature. Fastify validates each call with the contract's schemas before its handler runs. */
export function serve<C extends Record<string, Endpoint>>(
  http: FastifyInstance,
  app: App,
  tag: string,
  contract: C,
  handlers: Handlers<C>,
) {
  for (const [call, endpoint] of Object.entries(contract)) {
    const { method, path, auth, files, stream } = endpoint
    const handle = handlers[call as keyof C] as (input: unknown) => Promise<unknown>
    const isRead = method === 'GET' && !stream && !isFileReply(endpoint.reply) // those last as long as their reader
    keepForGuests(http, endpoint, handle)
    http.route({
      method,
      url: `/api${path}`,
      ...(stream && { exposeHeadRoute: false, config: { isStream: true } }), // a HEAD of a stream would never end
      ...(files && { config: { isUpload: true } }),
      schema: schemaOf(tag, call, endpoint),
      onRequest: (request) => admit(app, request, auth, isOpenToBanned(endpoint)),
      handler(request, fastifyReply) {
        const caller = callerOf(request)
        const answer = () =>
          receiveInput(app, request, endpoint, (form) =>
            handle({
              viewer: request.viewer,
              caller,
              params: request.params,
              query: request.query,
              headers: request.headers,
              body: request.body,
              ...form,
              reply: fastifyReply,
            }),
          )
        return isRead ? readInTurn(app, caller.address, answer) : answer()
      },
    })
  }
}

/** Checks the caller before the body is read, so that strangers cost nothing. */
export async function admit(app: App, request: FastifyRequest, auth: Endpoint['auth'], isOpenToBanned = false) {
  request.viewer = await viewerOf(app, request)
  if (auth !== 'anyone' && !request.viewer) throw unauthorized()
  if (auth !== 'anyone' && request.viewer?.bannedAt && !isOpenToBanned) throw await banned(app.db, request.viewer.id)
  if (auth === 'admin' && !request.viewer?.isAdmin) throw forbidden()
}

const callerOf = (request: FastifyRequest): Caller => ({
  address: networkOf(request.ip ?? ''), // a caller who has disconnected has no address
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})
