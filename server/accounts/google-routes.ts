import type { FastifyReply } from 'fastify'
import type { google } from '#contract/google.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'
import { googleProvider } from './google-provider.ts'
import { enterByGoogle, registerByGoogle } from './google-sign-in.ts'
import { makeTicket, readTicket } from './google-ticket.ts'
import { inLane } from './hashing-lane.ts'
import { identityState, linkIdentity, unlinkIdentity } from './identities.ts'
import { proveOwner } from './prove-owner.ts'
import { beganBefore } from './sessions.ts'

const BY_ADDRESS = { name: 'google by address', max: 60, seconds: 900 }

export function googleRoutes(app: App): Handlers<typeof google> {
  const provider = googleProvider(app)
  const ownPage = ({ request }: FastifyReply) => `${originOf(request, app.config.publicUrl)}/google-callback`
  return {
    start: ({ reply }) => provider.start(reply.log),
    async callback({ body: { referralCode, ...grant }, caller, reply }) {
      await throttleNetwork(app, BY_ADDRESS, caller.address)
      const person = await provider.identify(grant, ownPage(reply), reply.log)
      const { accessToken, refreshToken } = await enterByGoogle(app, person, { referralCode, caller, reply })
      return { token: accessToken, refreshToken }
    },
    register: ({ body, caller, reply }) => registerByGoogle(app, body, caller, reply),
    state: ({ viewer }) => identityState(app, viewer.id),
    async ticket({ body, caller, reply }) {
      await throttleNetwork(app, BY_ADDRESS, caller.address)
      const person = await provider.identify(body, ownPage(reply), reply.log)
      return { ticket: makeTicket(app, person), email: person.email }
    },
    async link({ viewer, caller, body: { ticket, ...proof } }) {
      const { madeAt, ...identity } = readTicket(app, ticket)
      if (await beganBefore(app.db, viewer.sessionId, madeAt))
        await inLane(app, caller.address, () => proveOwner(app, viewer, proof))
      await linkIdentity(app, viewer.id, identity)
      return { ok: true }
    },
    async unlink({ viewer, caller, body }) {
      await inLane(app, caller.address, () => proveOwner(app, viewer, body))
      await unlinkIdentity(app, viewer.id)
      return { ok: true }
    },
  }
}
