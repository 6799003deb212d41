import { createHash } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { expectUp } from './expect-up.ts'
import type { Sandboxed } from './sandboxed.ts'

/**
 * Acts once for each key, and gives the reference of the thing that it has made or changed. A repetition gets the same
 * reference, or the same refusal. `act` refuses before it writes anything, since the refusal is kept with the key.
 */
export async function once(box: Sandboxed, name: string, request: { key: string }, act: (tx: Tx) => Promise<string>) {
  await expectUp(box)
  const asked = createHash('sha256').update(textOf({ name, request })).digest('base64')
  const { request: first, ...outcome } = await box.db.transaction().execute(async (tx) => {
    const { key } = request
    const claimed = await tx
      .insertInto('sandboxCall')
      .values({ key, request: asked, createdAt: box.clock.now() })
      .onConflict((conflict) => conflict.doNothing()) // waits for a call with this key that is under way
      .returning('key')
      .executeTakeFirst()
    if (claimed)
      await tx
        .updateTable('sandboxCall')
        .set(await outcomeOf(() => act(tx)))
        .where('key', '=', key)
        .execute()
    return tx.selectFrom('sandboxCall').where('key', '=', key).selectAll().executeTakeFirstOrThrow()
  })
  if (first !== asked) throw new ProviderRefused('This key was used for another request.')
  if (outcome.refusal !== null) throw new ProviderRefused(outcome.refusal)
  return outcome.reference!
}

async function outcomeOf(act: () => Promise<string>) {
  try {
    return { reference: await act() }
  } catch (error) {
    if (error instanceof ProviderRefused) return { refusal: error.message }
    throw error
  }
}

/** The same request gives the same text, whatever the order of its fields. */
const textOf = (request: unknown): string =>
  JSON.stringify(request, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
