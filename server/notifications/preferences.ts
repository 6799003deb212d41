import { CHOSEN_KINDS, chosenKinds, type Channels, type ChosenKind } from '#contract/notice-kinds.ts'
import type { Preference } from '#contract/notification-preferences.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { countUp } from './count-up.ts'

/** What an account has chosen for each kind; the contract's start where it has chosen nothing. */
export async function preferencesOf(db: Db | Tx, accountId: number): Promise<Preference[]> {
  const chosen = await channelsOf(db, [accountId], chosenKinds)
  return chosenKinds.map((kind) => ({ kind, ...chosen(accountId, kind) }))
}

/** Reads the choices of several accounts with one statement. */
export async function channelsOf(db: Db | Tx, accounts: readonly number[], kinds: readonly ChosenKind[]) {
  const rows = await db
    .selectFrom('notificationPreference')
    .where('accountId', 'in', accounts)
    .where('kind', 'in', kinds)
    .selectAll()
    .execute()
  const found = new Map(rows.map(({ accountId, kind, ...channels }) => [`${accountId} ${kind}`, channels]))
  return (accountId: number, kind: ChosenKind): Channels =>
    found.get(`${accountId} ${kind}`) ?? CHOSEN_KINDS[kind].start
}

type Change = { [Channel in keyof Channels]?: boolean | undefined }

/**
 * Changes some channels of a kind. Single mails and the digest exclude each other: nobody is told the same twice. News
 * that waits for a mail which is no longer wanted goes.
 */
export async function setChannels(tx: Tx, accountId: number, kind: ChosenKind, change: Change) {
  // two changes at once run one after the other, and so does the mailing round
  await countUp(tx, new Map([[accountId, []]])).execute()
  const former = (await channelsOf(tx, [accountId], [kind]))(accountId, kind)
  const channels = {
    site: change.site ?? former.site,
    mail: change.mail ?? (change.digest ? false : former.mail),
    digest: change.digest ?? (change.mail ? false : former.digest),
  }
  await tx
    .insertInto('notificationPreference')
    .values({ accountId, kind, ...channels })
    .onConflict((conflict) => conflict.columns(['accountId', 'kind']).doUpdateSet(channels))
    .execute()
  const unwanted = [...(channels.mail ? [] : [false]), ...(channels.digest ? [] : [true])]
  await tx
    .deleteFrom('notificationMail')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('isDigest', 'in', unwanted)
    .execute()
}
