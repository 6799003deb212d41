import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway } from './away.ts'

/** The database is asked for a sign of life so often. */
const BEAT = 1_000
/** A database that says nothing for so long is away, even if its connections still stand. */
const SILENCE = 4_000
/** A new connection is tried so often. Each try has its own time, so that a silent one holds up no other. */
const AGAIN = 300
const TRY_FOR = 3_000

/** One connection. Its statements take turns. */
export class Line {
  readonly client: pg.Client
  private turn: Promise<unknown> = Promise.resolve()

  constructor(connectionString: string) {
    this.client = new pg.Client({ connectionString, keepAlive: true })
    this.client.on('error', () => {}) // the event 'end' follows
  }

  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
    const answer = this.turn.then(() => this.client.query<Row>(text, values))
    this.turn = answer.catch(() => {})
    return answer
  }

  cut() {
    ;(this.client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
}

type Keeping = {
  /** Prepares each new connection. */
  begin?: (line: Line) => Promise<unknown>
  /** Runs each second. Its answer is the sign of life. */
  beat?: (line: Line) => Promise<unknown>
  onLost?: () => void
  /** Runs while the database is away, after each look. */
  onStillLost?: () => void
  onBack?: () => void
}

/** One connection that lasts: a cut or silent one is replaced as soon as the database answers again. */
export async function keepConnection(
  connectionString: string,
  { begin, beat = (line) => line.ask('select'), onLost, onStillLost, onBack }: Keeping,
) {
  let kept: Line | undefined
  let up = Promise.withResolvers<void>()
  let down = Promise.withResolvers<void>()
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {})

  async function open() {
    const line = new Line(connectionString)
    const timer = setTimeout(() => line.cut(), TRY_FOR)
    try {
      await line.client.connect()
      await begin?.(line)
      return line
    } catch (error) {
      line.cut()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** The first of several tries is kept. */
  function keep(line: Line) {
    if (kept || isClosed()) return line.cut()
    kept = line
    line.client.once('end', () => lose(line))
    void watch(line)
    up.resolve()
  }

  function lose(line: Line) {
    if (kept !== line) return
    kept = undefined
    up = Promise.withResolvers()
    down.resolve()
    down = Promise.withResolvers()
    if (isClosed()) return
    onLost?.()
    void comeBack()
  }

  async function comeBack() {
    while (!kept && !isClosed()) {
      const tried = open().then(keep, () => {})
      await Promise.race([tried, pause(AGAIN)])
      if (kept) break
      onStillLost?.()
      await pause(AGAIN)
    }
    if (kept) onBack?.()
  }

  async function watch(line: Line) {
    while (kept === line && !isClosed()) {
      let isAnswered = false
      // after a busy moment, an answer may have come that was not read yet
      const timer = setTimeout(() => setImmediate(() => isAnswered || line.cut()), SILENCE)
      await beat(line).then(
        () => (isAnswered = true),
        () => line.cut(),
      )
      clearTimeout(timer)
      await pause(BEAT)
    }
  }

  keep(await open())
  return {
    /** The connection. Throws while there is none. */
    line() {
      if (!kept) throw new DatabaseAway('The database is away')
      return kept
    },
    /** Resolves when the connection stands. */
    up: () => up.promise,
    /** Resolves when the present connection is lost. */
    down: () => down.promise,
    async close() {
      closing.abort()
      await kept?.client.end()
    },
  }
}
