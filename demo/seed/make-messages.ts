import { say } from '#server/chat/index.ts'
import type { App } from '#server/services.ts'
import { MESSAGES, type DemoMessage } from './messages.ts'
import { HOUR } from './time.ts'

/** Writes the demo's messages as people write theirs, each at its time. Those that an earlier start wrote stay. */
export async function makeMessages(app: App) {
  if ((await written(app)) === MESSAGES.length) return
  const begun = app.clock.now().getTime()
  for (const [index, message] of MESSAGES.entries()) {
    const clock = { now: () => new Date(begun - message.hoursAgo * HOUR) }
    await write({ ...app, clock }, message, keyOf(index))
  }
}

const keyOf = (index: number) => `demo-message-${index}`

const written = async ({ db }: App) =>
  (await db.selectFrom('message').where('key', 'like', 'demo-message-%').select('id').execute()).length

async function write(app: App, { from, to, body, shares }: DemoMessage, key: string) {
  const idOf = async (handle: string) =>
    (await app.db.selectFrom('account').where('handle', '=', handle).select('id').executeTakeFirstOrThrow()).id
  const pair = { self: await idOf(from), partner: await idOf(to) }
  const item = shares
    ? await app.db.selectFrom('item').where('title', '=', shares).select('id').executeTakeFirstOrThrow()
    : undefined
  const writtenBy = from === 'Admin' ? await idOf('HouseKeeper') : null
  await app.db
    .transaction()
    .execute((tx) => say(app, tx, pair, { body, key, writtenBy, ...(item && { itemId: item.id }) }))
}
