import { SUPPORT, HOUSE } from '#contract/support.ts'
import { lockAccount, setAdmin, takePeopleTurn, thereIsOtherAdmin } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { announce } from '#server/live/live.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { roleMail } from './mails.ts'

type Asked = { adminId: number; id: number; reason: string }

/** Makes a person an admin. The person hears of it by mail and in all open browsers. */
export const makeAdminAtDesk = (app: App, { adminId, id, reason }: Asked) =>
  app.db.transaction().execute(async (tx) => {
    const person = await takeTurn(tx, adminId, id)
    if (person.isAdmin) throw conflict('already_admin', 'This person is an admin already.')
    if (person.bannedAt) throw conflict('banned', 'This person is banned. Lift the ban first.')
    if (!person.emailVerifiedAt) throw conflict('unconfirmed_email', 'This person has not confirmed the email yet.')
    await setAdmin(tx, id, true)
    await record(app, tx, adminId, { action: 'make admin', subject: { kind: 'account', id }, reason })
    await tell(app, tx, person, true)
  })

/** Takes the role of an admin. Nobody takes their own, and one who stays is always left. */
export const endAdminAtDesk = (app: App, { adminId, id, reason }: Asked) =>
  app.db.transaction().execute(async (tx) => {
    const person = await takeTurn(tx, adminId, id)
    if (!person.isAdmin) throw conflict('no_admin', 'This person is no admin.')
    if (id === adminId) throw conflict('own_role', 'You can’t take your own role. Another admin can.')
    if (person.isLast)
      throw conflict('last_admin', 'This is the only admin who stays. Make somebody else an admin first.')
    await setAdmin(tx, id, false)
    await record(app, tx, adminId, { action: 'end admin', subject: { kind: 'account', id }, reason })
    await tell(app, tx, person, false)
  })

/** Waits for other decisions about people. The role of the admin who asks may have ended meanwhile. */
async function takeTurn(tx: Tx, adminId: number, id: number) {
  await takePeopleTurn(tx)
  if (id === HOUSE || id === SUPPORT) throw notFound('Person')
  await lockAccount(tx, id)
  const rows = await tx
    .selectFrom('account')
    .where('id', 'in', [id, adminId])
    .select(['id', 'handle', 'email', 'emailVerifiedAt', 'isAdmin', 'bannedAt'])
    .select(thereIsOtherAdmin(id).as('hasOther'))
    .execute()
  const [person, admin] = [id, adminId].map((one) => rows.find((row) => row.id === one))
  if (!admin?.isAdmin) throw forbidden()
  return { ...person!, isLast: !person!.hasOther }
}

type Person = { id: number; handle: string; email: string }

async function tell(app: App, tx: Tx, { id, handle, email }: Person, isAdmin: boolean) {
  await announce(tx, { to: id, about: 'account' })
  await app.mail.send(tx, roleMail, email, { handle, isAdmin })
  await notify(app, tx, {
    accountId: id,
    topic: 'system',
    relatedType: 'SYSTEM',
    title: isAdmin ? 'You are an admin of this shop now' : 'You are no admin of this shop any more',
    message: isAdmin ? 'The desk is in your menu.' : 'Everything else of your account stays as it is.',
  })
}
