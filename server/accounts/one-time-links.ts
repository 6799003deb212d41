import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { LinkPurpose } from '#server/db/types.ts'
import { ApiError } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

const HOUR = 3_600_000
const LASTS: Record<LinkPurpose, number> = { confirm_email: 24 * HOUR, reset_password: HOUR }
/** How long an old link is answered as expired. Later it is unknown. */
const REMEMBERED = 30 * 24 * HOUR

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
 * Finds the account of a valid link and locks it until the transaction ends. Of two uses at once, the second waits and
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
    .whereRef('account.email', '=', 'oneTimeLink.email')
    .select(['account.id', 'account.email', 'account.handle', 'account.emailVerifiedAt'])
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
export const useUpLinks = ({ clock }: App, tx: Tx, accountId: number, purpose: LinkPurpose) =>
  tx
    .updateTable('oneTimeLink')
    .set({ usedAt: clock.now() })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute()

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
