import { announcementTaker, sendAnnouncement } from '#server/announcements/index.ts'
import { countDays } from '#server/desk/index.ts'
import { takeDue } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { tickOff } from '#server/worklist/index.ts'

/** Does at the desk what its admins would have done: work for plans, and an announcement to people with a plan. */
export async function makeDesk(app: App) {
  if (await wasHere(app)) return
  const adminId = await findAdmin(app)
  await tickFormerPeriods(app, adminId)
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
