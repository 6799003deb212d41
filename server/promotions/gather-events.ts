import type { FastifyInstance } from 'fastify'
import type { App } from '#server/services.ts'
import { writeEvents, type SlotEvent } from './write-events.ts'

const GATHER = 250 // milliseconds
const MOST = 2_000

type Batch = { events: Map<string, SlotEvent>; written: Promise<ReadonlySet<string>>; close: () => void }
export type Events = { count: (events: readonly SlotEvent[]) => Promise<number> }

/**
 * Writes events in batches: at most four times a second, one batch after the other, as plays are. A caller waits for its
 * batch, and a closing server writes its last one first.
 */
export function gatherEvents(http: FastifyInstance, app: App): Events {
  let open: Batch | undefined
  let last: Promise<unknown> = Promise.resolve()

  function openBatch(): Batch {
    const events = new Map<string, SlotEvent>()
    const full = Promise.withResolvers<void>()
    const timer = setTimeout(full.resolve, GATHER)
    const before = last
    const written = full.promise.then(async () => {
      if (open?.events === events) open = undefined
      await before
      return writeEvents(app, [...events.values()])
    })
    last = written.catch(() => {}) // the callers get the error; the next batch is written all the same
    const close = () => {
      clearTimeout(timer)
      full.resolve()
    }
    return { events, written, close }
  }

  http.addHook('onClose', async () => {
    open?.close()
    await last
  })

  return {
    async count(events) {
      open ??= openBatch()
      const batch = open
      const own = events.filter(({ key }) => !batch.events.has(key.toString('base64')))
      for (const event of own) batch.events.set(event.key.toString('base64'), event)
      if (batch.events.size >= MOST) {
        open = undefined
        batch.close()
      }
      const counted = await batch.written
      return own.filter(({ key }) => counted.has(key.toString('base64'))).length
    },
  }
}
