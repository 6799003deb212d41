import { createPayouts } from './payouts.ts'
import type { Person } from './shop.ts'

export const REASON = 'Three people told us that you threatened them.'

/** A shop, an admin, and what both sides of a ban do. */
export async function createBans() {
  const shop = await createPayouts()
  const admin = shop.patient(await shop.admin())
  const at = ({ id }: { id: number }) => ({ params: { id } })
  const ban = (person: { id: number }, more: { until?: string } = {}, by = admin) =>
    by.call('POST /admin/people/:id/ban', { ...at(person), body: { category: 'abuse', reason: REASON, ...more } })
  const lift = (person: { id: number }, by = admin) =>
    by.call('POST /admin/people/:id/lift-ban', { ...at(person), body: { reason: 'It was somebody else.' } })
  const appeal = ({ call }: Person, text = 'It was not me.') => call('POST /me/ban/appeal', { body: { text } })
  const answer = (person: { id: number }, outcome: 'lifted' | 'upheld', by = admin) =>
    by.call('POST /admin/people/:id/answer-appeal', { ...at(person), body: { outcome, answer: 'We looked again.' } })
  const statusOf = async (id: number) =>
    (
      await shop.world.app.db
        .selectFrom('item')
        .where('id', '=', id)
        .select(['status', 'statusReason'])
        .executeTakeFirstOrThrow()
    ).status
  const actionsOn = async ({ id }: { id: number }) =>
    (
      await shop.world.app.db
        .selectFrom('adminAction')
        .where('subjectKind', '=', 'account')
        .where('subjectId', '=', id)
        .select('action')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)
  return { shop, admin, at, ban, lift, appeal, answer, statusOf, actionsOn }
}
