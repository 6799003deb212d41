import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const DAY = 86_400_000
const rename = ({ call }: Person, username: string) => call('PATCH /me/profile', { body: { username } })
const nameOf = async ({ call }: Person) => (await call('GET /me')).username
const registering = (displayName: string) =>
  world.guest('POST /auth/register', {
    body: { email: `${Math.random()}@slide.test`, displayName, password: 'windows lit at night' },
  })
/** Access tokens don't last as long as the clock is moved. */
async function later(person: Person, days: number): Promise<Person> {
  world.passTime(days * DAY)
  const { accessToken } = await world.guest('POST /auth/login', { body: person })
  return { ...person, call: world.clientFor(() => accessToken) }
}
const taken = {
  status: 409,
  error: 'already_taken',
  fields: { username: 'That name is taken, or reads like one that is.' },
}

test('a new name is shown everywhere, and the items are found by it alone', async () => {
  const ann = await world.signUp({ displayName: 'Gantry.Row' })
  const { db } = world.app
  const own = await addItem(db, { ownerId: ann.id, title: 'Sodium Lamps', previewKey: 'previews/a.mp3' })
  const deleted = await addItem(db, { ownerId: ann.id, title: 'Gone' })
  await db.updateTable('item').set({ deletedAt: new Date() }).where('id', '=', deleted).execute()
  await db.updateTable('account').set({ isProducer: true }).where('id', '=', ann.id).execute()
  const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ id }) => id)
  expect(await found('gantry row')).toContain(own)

  expect(await rename(ann, 'Viaduct-9')).toMatchObject({ username: 'Viaduct-9' })
  await world.work()
  expect(await nameOf(ann)).toBe('Viaduct-9')
  expect(await world.guest('GET /users/:id', { params: { id: ann.id } })).toMatchObject({ displayName: 'Viaduct-9' })
  const { items } = await world.guest('GET /beats/new', { query: {} })
  expect(items.find(({ id }) => id === own)).toMatchObject({ artistName: 'Viaduct-9' })
  expect(await found('viaduct 9')).toContain(own)
  expect(await found('gantry row')).not.toContain(own)
  const producers = await world.guest('GET /users/producers', { query: { q: 'viaduct' } })
  expect(producers.items.map(({ id }) => id)).toEqual([ann.id])
})

test.each([
  ['ab', 'Use at least 3 characters.'],
  ['<b>Ice</b>', 'Use letters, digits, dots, dashes and underscores only.'],
  ['Моzеr', 'Use letters, digits, dots, dashes and underscores only.'],
  ['5lide.Support', 'That name is reserved. Choose another.'],
  ['x'.repeat(31), 'Use at most 30 characters.'],
  ['', 'Display name is required.'],
])('“%s” is refused as a new name', async (username, message) => {
  const ann = await world.signUp()
  await expect(rename(ann, username)).rejects.toMatchObject({ status: 400, fields: { username: message } })
  expect(await nameOf(ann)).toBe(ann.displayName)
})

test('a name that another account has is refused, in all its spellings', async () => {
  await world.signUp({ displayName: 'Illy.808' })
  const ann = await world.signUp()
  for (const username of ['Illy.808', 'i11y-8O8']) await expect(rename(ann, username)).rejects.toMatchObject(taken)
  expect(await nameOf(ann)).toBe(ann.displayName)
})

test('a former name is kept for its owner for a year', async () => {
  let ann = await world.signUp({ displayName: 'Night.Desk' })
  let ben = await world.signUp()
  await rename(ann, 'Day.Desk')
  for (const name of ['Night.Desk', 'night-desk', 'N1ght_Desk']) {
    await expect(registering(name)).rejects.toMatchObject({
      status: 409,
      fields: { displayName: 'That name is taken, or reads like one that is.' },
    })
    await expect(rename(ben, name)).rejects.toMatchObject(taken)
  }
  expect(await rename(ann, 'Night.Desk')).toMatchObject({ username: 'Night.Desk' })

  ann = await later(ann, 31)
  await rename(ann, 'Dusk.Desk')
  ben = await later(ben, 365)
  await world.takeDue()
  expect(await rename(ben, 'Night.Desk')).toMatchObject({ username: 'Night.Desk' })
})

test('a refused registration with a former name leaves no account', async () => {
  const ann = await world.signUp({ displayName: 'Former-One' })
  await rename(ann, 'Present-One')
  const body = { email: 'fresh@slide.test', displayName: 'Former-One', password: 'windows lit at night' }
  await expect(world.guest('POST /auth/register', { body })).rejects.toMatchObject({ status: 409 })
  await world.guest('POST /auth/register', { body: { ...body, displayName: 'Fresh-One' } })
})

test('the name changes twice in 30 days at most; the same name is no change', async () => {
  const ann = await world.signUp({ displayName: 'First-Name' })
  await rename(ann, 'First-Name')
  await rename(ann, 'Second-Name')
  await rename(ann, 'second.name')
  await expect(rename(ann, 'Third-Name')).rejects.toMatchObject({
    status: 409,
    error: 'changed_often',
    fields: { username: expect.stringMatching(/^You can change your name 2 times in 30 days\. Try again after /) },
  })
  expect(await nameOf(ann)).toBe('second.name')
  expect(await rename(await later(ann, 30), 'Third-Name')).toMatchObject({ username: 'Third-Name' })
})

test('ten changes at once stay within the limit', async () => {
  const ann = await world.signUp()
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => rename(ann, `Tenfold-${'abcdefghij'[i]}`)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('one of two people who take a name at once gets it', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const tries = await Promise.allSettled([rename(ann, 'Same-Wish'), rename(ben, 'same.wish')])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
})

test('nobody registers a name at the moment when its owner leaves it', async () => {
  const ann = await world.signUp({ displayName: 'Left-Now' })
  let registration: Promise<unknown> | undefined
  await world.app.db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ handle: 'Gone-On', handleKey: 'goneon' }).where('id', '=', ann.id).execute()
    registration = registering('Left-Now')
    registration.catch(() => {})
    await untilBlocked(world.app.db, 1)
    const now = world.app.clock.now()
    const keptUntil = new Date(now.getTime() + DAY)
    await tx
      .insertInto('oldHandle')
      .values({ accountId: ann.id, handle: 'Left-Now', handleKey: 'ieftnow', leftAt: now, keptUntil })
      .execute()
  })
  await expect(registration).rejects.toMatchObject({ status: 409 })
})

test('a change of the name waits for nobody who refers to the account', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  await world.app.db.transaction().execute(async (tx) => {
    await tx.insertInto('follow').values({ followerId: ben.id, followeeId: ann.id }).execute()
    await rename(ann, 'Unhindered')
  })
  expect(await nameOf(ann)).toBe('Unhindered')
})

test('two people who want each other’s names are both refused, and neither waits', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  await world.app.db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ handle: 'Swapped', handleKey: 'swapped' }).where('id', '=', ben.id).execute()
    await expect(rename(ann, ben.displayName)).rejects.toMatchObject(taken)
  })
})

test('changes during the deletion of the account wait for it, and are refused', async () => {
  const { db } = world.app
  const ann = await world.signUp()
  const item = await addItem(db, { ownerId: ann.id })
  let changing: Promise<unknown[]> | undefined
  await db.transaction().execute(async (tx) => {
    // items first, the account last: so a deletion does it
    await tx.updateTable('item').set({ updatedAt: new Date() }).where('id', '=', item).execute()
    const renaming = rename(ann, 'Too-Late').catch((error: unknown) => error)
    await untilBlocked(db, 1)
    await tx.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', ann.id).execute()
    const writing = ann.call('PATCH /me/profile', { body: { bio: 'Too late' } }).catch((error: unknown) => error)
    await untilBlocked(db, 2)
    changing = Promise.all([renaming, writing])
  })
  expect(await changing).toMatchObject([{ status: 404 }, { status: 404 }])
  const left = await db.selectFrom('account').where('id', '=', ann.id).select(['handle', 'bio']).executeTakeFirst()
  expect(left).toEqual({ handle: ann.displayName, bio: '' })
})
