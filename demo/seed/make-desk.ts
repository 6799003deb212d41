import { announcementTaker, sendAnnouncement } from '#server/announcements/index.ts'
import { countDays } from '#server/desk/index.ts'
import { takeDue } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { tickOff } from '#server/worklist/index.ts'

/**
 * Does at the desk what its admins would have done: work for plans, an announcement to people with a plan, and a note on
 * a case of the support. A guest waits there, too.
 */
export async function makeDesk(app: App) {
  if (await wasHere(app)) return
  const adminId = await findAdmin(app)
  await tickFormerPeriods(app, adminId)
  await addSupportCase(app, adminId)
  await sendAnnouncement(app, adminId, {
    title: 'Charts count the last three days',
    message: 'A play, a like or a sale weighs half as much after three days. New music gets its chance sooner.',
    path: '/charts',
    audience: 'plans',
  })
  await takeDue(app, [announcementTaker])
  while ((await countDays(app, app.clock.now())) > 0); // the overview is not empty at the first look
}

const wasHere = async ({ db }: App) =>
  (await db.selectFrom('announcement').select('id').limit(1).executeTakeFirst()) !== undefined

const findAdmin = async ({ db }: App) =>
  (await db.selectFrom('account').where('emailKey', '=', 'admin@slide.test').select('id').executeTakeFirstOrThrow()).id

async function addSupportCase({ db, clock }: App, adminId: number) {
  const { id: accountId } = await db
    .selectFrom('account')
    .where('handle', '=', 'VerseTwo')
    .select('id')
    .executeTakeFirstOrThrow()
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY)
  const body = 'Changed the name on licenses. Two licenses of the summer carry the former one; both are valid.'
  await db
    .insertInto('supportNote')
    .values({ accountId, writtenBy: adminId, body, createdAt: daysAgo(4) })
    .execute()
  await db
    .insertInto('contactMessage')
    .values({
      name: 'Ada',
      email: 'ada@label.example',
      topic: 'Buying',
      body: 'We are a small label. Can one license cover a single and its remix?',
      createdAt: daysAgo(1),
    })
    .execute()
}

/** Work of periods that are over was done, but for one task, which is late. */
async function tickFormerPeriods(app: App, adminId: number) {
  const [late, ...done] = await app.db
    .selectFrom('planTask')
    .where('dueAt', '<', app.clock.now())
    .where('doneAt', 'is', null)
    .where('closedAt', 'is', null)
    .select(['id', 'dueAt'])
    .orderBy('dueAt', 'desc')
    .execute()
  if (!late) return
  for (const { id, dueAt } of done.toReversed()) {
    const then = { ...app, clock: { now: () => new Date(dueAt.getTime() - DAY) } }
    await tickOff(then, id, adminId, { link: `https://social.example/slide/${id}` })
  }
}

const DAY = 24 * 60 * 60_000
