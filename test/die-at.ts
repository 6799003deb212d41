import { flushCompileCache } from 'node:module'
import pg from 'pg'

/** A statement of Kysely, as the app gives it to the driver. */
type Asked = { callback: (error: unknown, result: unknown) => void }

/**
 * Makes this process kill itself at its n-th point: before or after anything that it writes for good, counted from the
 * first statement that matches.
 */
export function dieAt(n: number, first: RegExp) {
  const client = pg.Client.prototype as { query: (this: pg.Client, ...given: unknown[]) => unknown }
  const { query } = client
  const within = new WeakSet<object>()
  let began = false
  let point = 0

  client.query = function (...given) {
    const text = textOf(given[0])
    began ||= first.test(text)
    if (text.startsWith('begin')) within.add(this)
    const lasts = text === 'commit' || (!within.has(this) && /^(insert|update|delete)/.test(text))
    if (text === 'commit' || text === 'rollback') within.delete(this)
    const isPoint = began && lasts
    if (isPoint) {
      pass('before', text)
      passAfter(given[0] as Asked, text)
    }
    return query.apply(this, given)
  }

  const textOf = (asked: unknown) => (asked instanceof Object && 'text' in asked ? String(asked.text) : '')

  function passAfter(asked: Asked, text: string) {
    const { callback } = asked
    asked.callback = (error, result) => {
      if (!error) pass('after', text)
      callback(error, result)
    }
  }

  function pass(when: string, text: string) {
    if (++point !== n) return
    process.stdout.write(`dies ${when} ${text.slice(0, 60)}\n`)
    flushCompileCache() // a killed process leaves nothing for the next one
    process.kill(process.pid, 'SIGKILL')
  }
}
