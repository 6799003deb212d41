import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import { call, callWhileClosing } from '#web/api/call.ts'
import { accountNow } from '#web/session/session.ts'
import { fieldsOf, finiteFrom, idFrom, listFrom, readStored, textFrom, writeStored } from '#web/stored.ts'

type What = 'seen' | 'clicked' | 'played' | 'kept'

/** Events of one second are told together. */
const TOGETHER = 1_000
/** The most tokens that the server takes at once. */
const MOST = 40

const told = new Set<string>()
let waiting: [What, string][] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the server, once for each token. */
export function tell(what: What, token: string | null) {
  if (!token || told.has(`${what} ${token}`)) return
  told.add(`${what} ${token}`)
  waiting.push([what, token])
  timer ??= setTimeout(() => send(call), TOGETHER)
}

function send(by: typeof call) {
  clearTimeout(timer)
  timer = undefined
  tellKept()
  const some = waiting.splice(0, MOST)
  if (some.length === 0) return
  const of = (what: What) => some.flatMap(([is, token]) => (is === what ? [token] : []))
  const body = { seen: of('seen'), clicked: of('clicked'), played: of('played'), kept: of('kept') }
  by('POST /promotions/events', { body }).catch(() => {}) // not counted then
  if (waiting.length > 0) timer = setTimeout(() => send(call), TOGETHER)
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send(callWhileClosing)
})

const KEY = 'slide.promoted'
const MOST_KEPT = 20
const KEPT_FOR = ATTRIBUTED_DAYS * 24 * 60 * 60_000

type Kept = { itemId: number; token: string; at: number }

function keptFrom(value: unknown): Kept | null {
  const fields = fieldsOf(value)
  const [itemId, token, at] = [idFrom(fields.itemId), textFrom(fields.token), finiteFrom(fields.at)]
  const isNew = at !== null && at > Date.now() - KEPT_FOR
  return itemId !== null && token !== null && isNew ? { itemId, token, at } : null
}
const kept = () => listFrom(readStored(KEY), keptFrom)

/** Remembers a pressed promotion in this browser: plays and purchases of the next days follow from it. */
export function keepClicked(itemId: number, token: string) {
  const others = kept().filter((one) => one.itemId !== itemId)
  writeStored(KEY, [{ itemId, token, at: Date.now() }, ...others].slice(0, MOST_KEPT))
}

export const keptFor = (itemId: number) => kept().find((one) => one.itemId === itemId)?.token

let toldFor: number | undefined

/** Tells an account that has just signed in what was pressed before. */
function tellKept() {
  const me = accountNow()
  if (me === toldFor) return
  toldFor = me
  if (me) for (const { token } of kept()) waiting.push(['kept', token])
}
