import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Parsed, Reply } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { forbidden, unauthorized } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { keepForGuests } from './guest-calls.ts'
import { networkOf } from './throttle.ts'
import { viewerOf, type Viewer } from './who.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

type ViewerFor<E extends Endpoint> = E['auth'] extends 'anyone' ? Viewer | null : Viewer
/** Who calls from where (of IPv6 the network); for throttling and for the list of sessions. */
export type Caller = { address: string; userAgent: string }
type Input<E extends Endpoint> = Parsed<E> & { viewer: ViewerFor<E>; caller: Caller; reply: FastifyReply }
type Handler<E extends Endpoint> = (input: Input<E>) => Promise<E extends { stream: true } ? FastifyReply : Reply<E>>

/** One handler for every call of a feature's contract; a missing one does not compile. */
export type Handlers<Contract extends Record<string, Endpoint>> = { [Call in keyof Contract]: Handler<Contract[Call]> }

/** Mounts a feature: Fastify itself validates, from the contract's schemas, before the handler runs. */
export function serve<C extends Record<string, Endpoint>>(
  http: FastifyInstance,
  app: App,
  tag: string,
  contract: C,
  handlers: Handlers<C>,
) {
  for (const [call, endpoint] of Object.entries(contract)) {
    const { method, path, auth, summary, params, query, body, reply, stream } = endpoint
    const handle = handlers[call as keyof C] as (input: unknown) => Promise<unknown>
    keepForGuests(http, endpoint, handle)
    http.route({
      method,
      url: `/api${path}`,
      ...(stream && { exposeHeadRoute: false }), // it would never end
      schema: {
        operationId: `${tag}.${call}`,
        summary,
        tags: [tag],
        ...(auth !== 'anyone' && { security: [{ bearer: [] }] }),
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: { 200: stream ? eventsOf(reply) : reply, '4xx': ErrorReply },
      },
      onRequest: (request) => admit(app, request, auth),
      handler: (request, fastifyReply) =>
        handle({
          viewer: request.viewer,
          caller: callerOf(request),
          params: request.params,
          query: request.query,
          body: request.body,
          reply: fastifyReply,
        }),
    })
  }
}

const eventsOf = (event: Endpoint['reply']) => ({
  description: 'Server-sent events, each with these three fields; its data are JSON.',
  content: { 'text/event-stream': { schema: event } },
})

/** Before the body is read: strangers cost nothing. */
async function admit(app: App, request: FastifyRequest, auth: Endpoint['auth']) {
  request.viewer = await viewerOf(app, request)
  if (auth !== 'anyone' && !request.viewer) throw unauthorized()
  if (auth === 'admin' && !request.viewer?.isAdmin) throw forbidden()
}

const callerOf = (request: FastifyRequest): Caller => ({
  address: networkOf(request.ip ?? ''), // who has hung up has none any more
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})
