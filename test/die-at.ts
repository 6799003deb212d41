import { flushCompileCache } from 'node:module'
import pg from 'pg'

/**
 * Makes this process kill itself at its n-th point: before or after anything that it writes for good, counted from the
 * first statement that matches.
 */
export function dieAt(n: number, first: RegExp) {
  const client = pg.Client.prototype as { query: (this: pg.Client, ...given: unknown[]) => Promise<unknown> }
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
    if (isPoint) pass('before', text)
    if (!isPoint) return query.apply(this, given)
    const [asked, tell] = given
    if (typeof tell !== 'function') return query.apply(this, given).then((answer) => (pass('after', text), answer))
    return query.call(this, asked, (error: unknown, answer: unknown) => {
      if (!error) pass('after', text)
      tell(error, answer)
    })
  }

  /** A statement whose plan is kept comes with its name. */
  function textOf(asked: unknown) {
    if (typeof asked === 'string') return asked
    return asked instanceof Object && 'text' in asked ? String(asked.text) : ''
  }

  function pass(when: string, text: string) {
    if (++point !== n) return
    process.stdout.write(`dies ${when} ${text.slice(0, 60)}\n`)
    flushCompileCache() // a killed process leaves nothing for the next one
    process.kill(process.pid, 'SIGKILL')
  }
}
