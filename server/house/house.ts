import { SETTING_NAMES, SETTINGS, SWITCHES, type SettingValues, type Switch } from '#contract/house-values.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import { ALL_NODES, type Live } from '#server/live/live.ts'

export type StoppedPart = { what: Switch; reason: string; since: Date }
type HouseState = { stopped: StoppedPart[]; settings: SettingValues; changed: Map<string, Date> }

export type House = {
  /** As it is now, from memory. */
  now: () => HouseState
  /** Reads it again. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

const AGAIN = 1_000

/**
 * Keeps switches and settings in the memory of each node. The database tells of each change, and a lost line ends with a
 * 'gap': both are read at once.
 */
export async function openHouse({ db, live }: { db: Db; live: Live }): Promise<House> {
  let state = await read(db)
  let turn = Promise.resolve()
  let again: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function refresh() {
    const done = turn.then(async () => {
      state = await read(db)
    })
    turn = done.catch(() => {})
    return done
  }
  function hear() {
    clearTimeout(again)
    void refresh().catch(() => {
      if (!isClosed) again = setTimeout(hear, AGAIN)
    })
  }

  const stop = live.subscribe(ALL_NODES, hear)
  await refresh() // a change may have come before this node listened
  return {
    now: () => state,
    refresh,
    async close() {
      isClosed = true
      stop()
      clearTimeout(again)
      await turn
    },
  }
}

async function read(db: Db): Promise<HouseState> {
  const rows = await db.selectFrom('setting').select(['name', 'value', 'changedAt']).execute()
  const kept = new Map(rows.map((row) => [row.name, row]))
  return {
    stopped: SWITCHES.flatMap((what) => {
      const row = kept.get(what)
      return typeof row?.value === 'string' ? [{ what, reason: row.value, since: row.changedAt }] : []
    }),
    settings: Object.fromEntries(
      SETTING_NAMES.map((name) => [name, kept.get(name)?.value ?? SETTINGS[name].default]),
    ) as SettingValues,
    changed: new Map(rows.filter(({ value }) => value !== null).map(({ name, changedAt }) => [name, changedAt])),
  }
}

const MINUTES = 5 * 60

/** Refuses what the operator has stopped, with their words. */
export function expectRunning({ house }: { house: House }, what: Switch) {
  const stopped = house.now().stopped.find((part) => part.what === what)
  if (stopped) throw stoppedBy(what, stopped.reason)
}

const stoppedBy = (what: Switch, reason: string) =>
  new ApiError(503, `${what}_stopped`, reason, { retryAfter: MINUTES })

/**
 * Whether payouts run, read under a lock that a change of the switch waits for: none begins after the switch was
 * turned.
 */
export async function holdPayoutSwitch(tx: Tx) {
  const { value } = await tx
    .selectFrom('setting')
    .where('name', '=', 'payouts')
    .select('value')
    .forShare()
    .executeTakeFirstOrThrow()
  return value === null
}
