import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'

export type MovableClock = Clock & { move: (seconds: number) => Promise<void> }

/** A clock that development can move ahead. It stays ahead after a restart: time never goes back. */
export async function movableClock(db: Db): Promise<MovableClock> {
  const { clockOffsetSeconds } = await db
    .selectFrom('sandboxSetting')
    .select('clockOffsetSeconds')
    .executeTakeFirstOrThrow()
  let offset = clockOffsetSeconds
  return {
    now: () => new Date(Date.now() + offset * 1_000),
    async move(seconds) {
      const moved = await db
        .updateTable('sandboxSetting')
        .set((set) => ({ clockOffsetSeconds: set('clockOffsetSeconds', '+', seconds) }))
        .returning('clockOffsetSeconds')
        .executeTakeFirstOrThrow()
      offset = moved.clockOffsetSeconds
    },
  }
}
