import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

const DAY = 24 * 60 * 60 * 1000
/** More friends in a day are looked at. */
const MOST_A_DAY = 20
/** The newest friends that a new one is compared with. */
const COMPARED = 500

/** The mailbox behind an address: what comes after a plus is left out, and Google's dots, too. */
export function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.split('+', 1)[0]!
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}

type Asked = { id: number; email: string; referrer: number; now: Date }

/**
 * Why an admin should look at a referral: one of the two is banned, or both look like one person. The sentence for the desk
 * stays after a deletion and so has numbers for names. Null if there is no reason.
 */
export async function suspicionOf(tx: Tx, { id, email, referrer, now }: Asked) {
  const banned = await bannedOf(tx, [id, referrer])
  if (banned !== null) return `Account ${banned} is banned.`
  const others = await relatedTo(tx, id, referrer)
  const known = [...others, ...(await formerAddressesOf(tx, others))]
  const twin = known.find((other) => mailboxOf(other.email) === mailboxOf(email))
  if (twin) return `The address leads to the same mailbox as that of account ${twin.id}.`
  const device = await sameDevice(
    tx,
    id,
    others.map((other) => other.id),
  )
  if (device !== null) return `The browser and the network are those of account ${device}.`
  const { friends } = await tx
    .selectFrom('referral')
    .where('referrerId', '=', referrer)
    .where('confirmedAt', '>', new Date(now.getTime() - DAY))
    .select((all) => all.fn.countAll<number>().as('friends'))
    .executeTakeFirstOrThrow()
  return friends >= MOST_A_DAY ? `More than ${MOST_A_DAY} friends in a day.` : null
}

async function bannedOf(tx: Tx, ids: number[]) {
  const banned = tx.selectFrom('account').where('id', 'in', ids).where('bannedAt', 'is not', null)
  return (await banned.select('id').orderBy('id').limit(1).executeTakeFirst())?.id ?? null
}

/** The referrer, the one who brought the referrer, and the referrer's newest friends. */
const relatedTo = (tx: Tx, id: number, referrer: number) =>
  tx
    .selectFrom('account')
    .where((where) =>
      where.or([
        where('id', '=', referrer),
        where('id', 'in', (up) =>
          up.selectFrom('account as first').where('first.id', '=', referrer).select('first.referredBy'),
        ),
        where('referredBy', '=', referrer),
      ]),
    )
    .where('id', '<>', id)
    .select(['id', 'email'])
    .orderBy(sql`id = ${referrer}`, 'desc')
    .orderBy('id', 'desc')
    .limit(COMPARED)
    .execute()

/** One mailbox could bring friend after friend if each of them moved to another address. Links tell where each was before. */
const formerAddressesOf = (tx: Tx, accounts: readonly { id: number }[]) =>
  tx
    .selectFrom('oneTimeLink')
    .where(sql<boolean>`account_id = any(${accounts.map(({ id }) => id)}::bigint[])`)
    .where('purpose', 'in', ['confirm_email', 'undo_email'])
    .select(['accountId as id', 'email'])
    .execute()

/** An account with a session from the same network and browser. */
async function sameDevice(tx: Tx, id: number, others: number[]) {
  const found = await tx
    .selectFrom('session as own')
    .innerJoin('session as other', (join) =>
      join.onRef('other.address', '=', 'own.address').onRef('other.userAgent', '=', 'own.userAgent'),
    )
    .where('own.accountId', '=', id)
    .where('own.address', '<>', '')
    .where('other.accountId', 'in', others)
    .select('other.accountId')
    .limit(1)
    .executeTakeFirst()
  return found?.accountId ?? null
}
