// A server that kills itself at the n-th point of a checkout: before or after anything that it writes for good. The
// sandbox keeps its books in the same database, so these points lie before and after each act of the provider, too.
import pg from 'pg'

const AT = Number(process.env.DIES_AT)
const CHECKOUT = /"(shop_order|sandbox_payment)"/

const client = pg.Client.prototype as { query: (this: pg.Client, ...given: unknown[]) => Promise<unknown> }
const { query } = client
const within = new WeakSet<object>()
let began = false
let point = 0

client.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : ''
  began ||= CHECKOUT.test(text)
  if (text.startsWith('begin')) within.add(this)
  const lasts = text === 'commit' || (!within.has(this) && /^(insert|update|delete)/.test(text))
  if (text === 'commit' || text === 'rollback') within.delete(this)
  const isPoint = began && lasts
  if (isPoint) pass('before', text)
  const answer = query.apply(this, given)
  return isPoint ? answer.then((result) => (pass('after', text), result)) : answer
}

function pass(when: string, text: string) {
  if (++point !== AT) return
  process.stdout.write(`dies ${when} ${text.slice(0, 60)}\n`)
  process.kill(process.pid, 'SIGKILL')
}

await import('#server/main.ts')
