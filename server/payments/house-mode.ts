import type { Db } from '#server/db/connect.ts'
import type { MoneyMode } from '#server/db/types.ts'
import { Trouble } from '#server/trouble.ts'

const names: Record<MoneyMode, string> = {
  sandbox: 'play money (PAYMENTS_MODE=sandbox)',
  test: 'the test money of its providers (PAYMENTS_MODE=test)',
  live: 'real money (PAYMENTS_MODE=live)',
}

/** Keeps the mode of the first start. Orders of play money must never stand beside orders of real money. */
export async function expectMode(db: Db, mode: MoneyMode, now: Date) {
  await db
    .insertInto('houseMode')
    .values({ mode, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { mode: first } = await db.selectFrom('houseMode').select('mode').executeTakeFirstOrThrow()
  if (first !== mode)
    throw new Trouble(
      `This database has orders of ${names[first]}, and the settings ask for ${names[mode]}. ` +
        'Open the shop on another DATA_DIR or DATABASE_URL, or with the former PAYMENTS_MODE.',
    )
}
