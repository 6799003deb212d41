import { holdStream } from './hold-stream.ts'
import { publish, type LiveEvent } from './live.ts'

/** After this silence of the leader a visible tab takes its place. */
const LEADER_SILENCE = 150_000
const SIGN_OF_LIFE = 20_000
const MOST_KEPT = 100

type Message =
  | { type: 'event'; event: LiveEvent; to?: string }
  /** Sent by a tab that is new or was asleep, with the number of the last event that it knows. */
  | { type: 'hello'; from: string; last: number | undefined }
  | { type: 'alive' }

/**
 * Delivers the events of one account to all tabs of the browser through one stream: a browser has six connections to a
 * server, and a stream takes one. The tab that holds the lock is the leader. It listens and tells the others. When it
 * closes, freezes or falls silent, another tab gets the lock and continues after the last event that it knows, so no
 * event is lost. A tab drops events that it knows already. Returns a function that ends it.
 */
export function runLive(account: number) {
  const name = `slide.live.${account}`
  const me = Math.random().toString(36)
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  const kept: LiveEvent[] = []
  const states = new Map<string, LiveEvent>()
  let last: number | undefined
  let heardOfLeader = Date.now()
  let turn = new AbortController()
  let leading: AbortSignal | undefined

  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.type === 'hello') return leading ? answer(message) : undefined
    heardOfLeader = Date.now()
    if (message.type === 'event' && (message.to ?? me) === me) take(message.event)
  }
  /** A stream may end a moment after its account has left. */
  const post = (message: Message) => over.signal.aborted || channel.postMessage(message)

  function take(event: LiveEvent) {
    if (event.event === 'typing') return publish(event)
    if (event.event === 'notification' || event.event === 'message') {
      if (last !== undefined && event.id <= last) return
      kept.push(event)
    } else states.set(event.event, event)
    if (kept.length > MOST_KEPT) kept.shift()
    last = event.id
    publish(event)
  }
  function answer({ from, last: known }: Extract<Message, { type: 'hello' }>) {
    const missed = known === undefined ? [] : kept.filter(({ id }) => id > known)
    for (const event of [...missed, ...states.values()]) post({ type: 'event', event: afterGap(event), to: from })
  }

  async function lead(signal: AbortSignal) {
    leading = signal
    const alive = setInterval(() => post({ type: 'alive' }), SIGN_OF_LIFE)
    await holdStream({
      last: () => last,
      tell(event) {
        take(event)
        post({ type: 'event', event })
      },
      signal,
    })
    clearInterval(alive)
    if (leading === signal) leading = undefined
  }
  function queueUp(steal = false) {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    heardOfLeader = Date.now()
    if (over.signal.aborted) return
    post({ type: 'hello', from: me, last })
    // Locks exist only on https and localhost. Without them each visible tab has a stream of its own.
    if (!navigator.locks) return document.hidden ? undefined : void lead(signal)
    navigator.locks
      .request(name, steal ? { steal } : { signal }, () => Promise.race([lead(signal), aborted(signal)]))
      .catch(() => signal.aborted || queueUp()) // another tab has stolen the lock
  }
  const stepBack = () => turn.abort()
  function lookAtLeader() {
    if (!navigator.locks && document.hidden) return stepBack()
    if (document.hidden || leading?.aborted === false) return
    if (!navigator.locks) queueUp()
    else if (Date.now() - heardOfLeader > LEADER_SILENCE) queueUp(true)
  }

  const comeBack = ({ type, persisted }: Event & { persisted?: boolean }) => {
    if (type === 'resume' || persisted) queueUp()
  }
  const watch = setInterval(lookAtLeader, SIGN_OF_LIFE)
  const { signal } = over
  addEventListener('pagehide', stepBack, { signal })
  addEventListener('pageshow', comeBack, { signal })
  document.addEventListener('freeze', stepBack, { signal })
  document.addEventListener('resume', comeBack, { signal })
  document.addEventListener('visibilitychange', lookAtLeader, { signal })
  queueUp()
  return () => {
    over.abort()
    turn.abort()
    clearInterval(watch)
    channel.close()
  }
}

/** Releases the lock at once: a page that freezes may never finish reading. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done())
  })

/** A tab that comes back may have missed more than is kept: it asks for open conversations anew. */
const afterGap = (event: LiveEvent): LiveEvent =>
  event.event === 'chat' ? { ...event, data: { ...event.data, missed: true } } : event
