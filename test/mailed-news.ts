import { addItem } from './factories.ts'
import type { World } from './world.ts'

type Person = Awaited<ReturnType<World['signUp']>>

const DAY = 24 * 60 * 60_000

/** A person with a confirmed address and a beat, who may get mails about it. */
export async function confirmedSeller(world: World) {
  const { db, clock } = world.app
  const person = await world.signUp()
  const confirmed = { emailVerifiedAt: clock.now() }
  await db.updateTable('account').set(confirmed).where('id', '=', person.id).execute()
  const id = await addItem(db, { ownerId: person.id, title: 'Night Bus' })
  return { ...person, item: { params: { id } } }
}

export const mailsTo = ({ app }: World, { email }: Person, kind: string) =>
  app.db.selectFrom('mail').where('recipient', '=', email).where('kind', '=', kind).selectAll().orderBy('id').execute()

/** Moves the clock to the next time of the digest. Tokens of sessions may have ended by then. */
export function untilDigest(world: World) {
  const now = world.app.clock.now()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 17)
  world.passTime((today > now.getTime() ? today : today + DAY) - now.getTime())
}
