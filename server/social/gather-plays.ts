import type { FastifyInstance } from 'fastify'
import type { App } from '#server/services.ts'
import { writePlays, type Outcome, type Play } from './write-plays.ts'

const GATHER = 250 // milliseconds

/** The plays of a quarter of a second. They are written together, each once. */
type Batch = { plays: Map<string, Play>; written: Promise<Map<string, Outcome>>; close: () => void }
export type Plays = { count: (play: Play) => Promise<Outcome> }

/**
 * Writes plays in batches: at most four times a second, one batch after the other. A caller waits for its batch, so
 * that no acknowledged play is lost. A closing server writes its last batch first.
 */
export function gatherPlays(http: FastifyInstance, app: App): Plays {
  let open: Batch | undefined
  let last: Promise<unknown> = Promise.resolve()

  function openBatch(): Batch {
    const plays = new Map<string, Play>()
    const full = Promise.withResolvers<void>()
    const timer = setTimeout(full.resolve, GATHER)
    const before = last
    const written = full.promise.then(async () => {
      open = undefined
      await before
      return writePlays(app, plays)
    })
    last = written.catch(() => {}) // the callers get the error; the next batch is written all the same
    const close = () => {
      clearTimeout(timer)
      full.resolve()
    }
    return { plays, written, close }
  }

  http.addHook('onClose', async () => {
    open?.close()
    await last
  })

  return {
    async count(play) {
      open ??= openBatch()
      const { plays, written } = open
      const key = `${play.kind} ${play.itemId} ${play.listener}`
      const isFirst = !plays.has(key)
      plays.set(key, play)
      const outcome = (await written).get(key) ?? 'again'
      return outcome === 'counted' && !isFirst ? 'again' : outcome
    },
  }
}
