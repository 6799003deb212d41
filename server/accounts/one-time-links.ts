import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { LinkPurpose } from '#server/db/types.ts'
import { ApiError } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

const HOUR = 3_600_000
const LASTS: Record<LinkPurpose, number> = {
  confirm_email: 24 * HOUR,
  reset_password: HOUR,
  change_email: 24 * HOUR,
  undo_email: 7 * 24 * HOUR,
}
/** Links to the account's own address. After a change of the address they are unknown. */
const TO_OWN_ADDRESS: readonly LinkPurpose[] = ['confirm_email', 'reset_password']
/**
 * How long an old link is answered as expired. Later it is unknown. A deletion finds earlier addresses by their links, so
 * these stay as long as copies of mails.
 */
const REMEMBERED = 180 * 24 * HOUR

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Recipient = { id: number; email: string }

/** The token of a new link. Only the mail contains it. */
export async function makeLink({ clock }: App, tx: Tx, { id, email }: Recipient, purpose: LinkPurpose) {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + LASTS[purpose])
  await tx
    .insertInto('oneTimeLink')
    .values({ hash: hashOf(token), accountId: id, purpose, email, createdAt: now, expiresAt })
    .execute()
  return token
}

const unknown = () => new ApiError(404, 'link_unknown', 'This link is not valid. Copy it whole from the mail.')
const used = () => new ApiError(410, 'link_used', 'This link has been used already, or a newer one has.')
const expired = () => new ApiError(410, 'link_expired', 'This link has expired.')

/**
 * Finds a valid link and its account, and locks it until the transaction ends. Of two uses at once, the second waits and
 * then finds the link used.
 */
export async function findLink({ clock }: App, tx: Tx, token: string, purpose: LinkPurpose) {
  const hash = hashOf(token)
  const account = await tx
    .selectFrom('oneTimeLink')
    .innerJoin('account', 'account.id', 'oneTimeLink.accountId')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('deletedAt', 'is', null)
    .$if(TO_OWN_ADDRESS.includes(purpose), (link) => link.whereRef('account.email', '=', 'oneTimeLink.email'))
    .select(['account.id', 'account.email', 'account.handle', 'account.emailVerifiedAt'])
    .select(['oneTimeLink.email as sentTo', 'oneTimeLink.createdAt as sentAt'])
    .forUpdate('account')
    .executeTakeFirst()
  if (!account) throw unknown()
  const link = await tx
    .selectFrom('oneTimeLink')
    .where('hash', '=', hash)
    .select(['usedAt', 'expiresAt'])
    .executeTakeFirstOrThrow()
  if (link.usedAt) throw used()
  if (link.expiresAt <= clock.now()) throw expired()
  return account
}

/** Marks all links of the account for this purpose as used, once the purpose is reached. */
export const useUpLinks = (
  { clock }: App,
  tx: Tx,
  accountId: number,
  purpose: LinkPurpose,
  since: Date = new Date(0),
) =>
  tx
    .updateTable('oneTimeLink')
    .set({ usedAt: clock.now() })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>=', since)
    .where('usedAt', 'is', null)
    .execute()

/** Whether another account may still go back to this address. Ask after the address was written, as for old handles. */
export async function isAddressKeptForOther(db: Db | Tx, email: string, accountId: number | null, now: Date) {
  const kept = await db
    .selectFrom('oneTimeLink')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .where('purpose', '=', 'undo_email')
    .where('accountId', 'is distinct from', accountId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .select('hash')
    .executeTakeFirst()
  return kept !== undefined
}

const BATCH = 1_000

export const sweepLinks: Taker = {
  name: 'sweep one-time links',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from one_time_link where hash in (
      select hash from one_time_link where expires_at < ${new Date(now.getTime() - REMEMBERED)} limit ${BATCH}
      for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}
