import type { FastifyInstance } from 'fastify'
import type { promotionSlots } from '#contract/promotion-slots.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { takeEvents } from './events.ts'
import { gatherEvents } from './gather-events.ts'
import { keepRunning } from './running.ts'
import { slotsFor } from './slots.ts'

export function slotRoutes(http: FastifyInstance, app: App): Handlers<typeof promotionSlots> {
  const snapshots = keepRunning(app)
  const events = gatherEvents(http, app)
  return {
    draw: ({ query }) => slotsFor(app, snapshots, query),
    events: async ({ body, viewer, caller }) => ({ counted: await takeEvents(app, events, body, { viewer, caller }) }),
  }
}
