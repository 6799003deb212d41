import type { Insertable, RawBuilder, Selectable } from 'kysely'
import { sql } from 'kysely'
import { chosenKindOf, type Channels } from '#contract/notice-kinds.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Notification } from '#server/db/types.ts'
import { announce, announced } from '#server/live/live.ts'
import type { App } from '#server/services.ts'
import { countUp } from './count-up.ts'
import { countWaiting, mailGroupLater, mailLater, type Waiting } from './mail-later.ts'
import type { NewNotice } from './new-notice.ts'
import { channelsOf } from './preferences.ts'

type NewRow = Omit<Insertable<Notification>, 'seq'> & { seq: RawBuilder<number> }
type Clock = Pick<App, 'clock'>
/** The names of the newest two people, and the number of others. */
export type Group = { names: string[]; others: number }

const MOST_FACES = 5
/** News that nobody can switch off. Its mails, if there are any, are sent by their own features. */
const ALWAYS: Channels = { site: true, mail: false, digest: false }

/**
 * Adds notices to the inboxes of accounts, in the caller's transaction, and keeps them for mails: as each account has
 * chosen for this kind of news. Open streams get them at once. Call it once, at the end of the transaction: each account
 * stays locked until the commit.
 */
export async function notify({ clock }: Clock, tx: Tx, ...all: NewNotice[]) {
  const chosen = await chosenChannels(tx, all)
  const news = all.filter((one) => Object.values(chosen(one)).includes(true))
  if (news.length === 0) return
  const now = clock.now()
  const accounts = Map.groupBy(news, ({ accountId }) => accountId)
  const onSite = new Map([...accounts].map(([id, own]) => [id, own.filter((one) => chosen(one).site)]))
  const written = await addToInboxes(tx, now, onSite)
  const waiting = news.flatMap((notice) => waitingOf(notice, chosen(notice), written.get(notice) ?? null))
  await mailLater(tx, now, waiting)
}

/** Gives the id of each notice. Accounts with an empty list are locked, too. */
async function addToInboxes(tx: Tx, now: Date, accounts: Map<number, NewNotice[]>) {
  const rows: NewRow[] = []
  const written = new Map<NewNotice, number>()
  for (const [accountId, own] of accounts)
    for (const [at, { by: _, ...notice }] of own.entries()) {
      const seq = sql<number>`(select last from counter where account_id = ${accountId}) - ${own.length - at - 1}::int`
      rows.push({ ...notice, seq, createdAt: now })
    }
  if (rows.length === 0) {
    await countUp(tx, accounts).execute()
    return written
  }
  const notices = [...new Set(rows.map(({ accountId: to }) => to))].map((to) => ({
    to,
    about: 'notification' as const,
  }))
  const added = await tx
    .with('counter', (counted) => countUp(counted, accounts))
    .with('added', (inserted) => inserted.insertInto('notification').values(rows).returning(['id', 'accountId', 'seq']))
    .selectFrom('added')
    .select(['id', 'accountId', 'seq', announced(notices).as('told')])
    .orderBy('seq')
    .execute()
  for (const [accountId, own] of accounts) {
    const ids = added.filter((row) => row.accountId === accountId).map(({ id }) => id)
    for (const [at, notice] of own.entries()) {
      written.set(notice, ids[at]!)
      if (notice.by) await addPerson(tx, ids[at]!, notice.by, 1)
    }
  }
  return written
}

type Whose = Pick<NewNotice, 'accountId' | 'topic'>

/** Looks the accounts' choices up, if there is anything to choose. */
async function chosenChannels(tx: Tx, news: readonly Whose[]) {
  const kinds = [...new Set(news.map(({ topic }) => chosenKindOf(topic)))].filter((kind) => kind !== null)
  if (kinds.length === 0) return () => ALWAYS
  const channels = await channelsOf(tx, [...new Set(news.map(({ accountId }) => accountId))], kinds)
  return ({ accountId, topic }: Whose) => {
    const kind = chosenKindOf(topic)
    return kind ? channels(accountId, kind) : ALWAYS
  }
}

function waitingOf(notice: NewNotice, { mail, digest }: Channels, notificationId: number | null): Waiting[] {
  const kind = chosenKindOf(notice.topic)
  return kind && (mail || digest) ? [{ kind, isDigest: digest, notificationId, notice }] : []
}

type About = Omit<NewNotice, 'title' | 'message' | 'by'> & { by: number }
type Words = Pick<Selectable<Notification>, 'title' | 'message'>

/**
 * All news of one group share one notice. When the group grows, the notice moves up, is unread again and gets new
 * words.
 */
export const notifyTogether = (app: Clock, tx: Tx, groupKey: string, about: About, wordsFor: (group: Group) => Words) =>
  tellGroup(app, tx, groupKey, about, {
    onSite: (now) => addToGroup(tx, now, groupKey, about, wordsFor),
    words: async () => wordsFor(await waitingGroup(tx, about, groupKey)),
  })

/** One notice tells only the newest of a group. It moves up and is unread again. */
export const notifyNewest = (app: Clock, tx: Tx, groupKey: string, about: About & Words) =>
  tellGroup(app, tx, groupKey, about, {
    onSite: (now) => replaceInGroup(tx, now, groupKey, about),
    words: async () => about,
  })

type Ways = { onSite: (now: Date) => Promise<Words & { id: number }>; words: () => Promise<Words> }

/** Tells of a group as its reader has chosen. The group's mail waits once. */
async function tellGroup({ clock }: Clock, tx: Tx, groupKey: string, about: About, { onSite, words }: Ways) {
  const channels = (await chosenChannels(tx, [about]))(about)
  const now = clock.now()
  const kind = chosenKindOf(about.topic)
  const written = channels.site ? await onSite(now) : null
  if (!kind || !(channels.mail || channels.digest)) return
  if (!written) await countUp(tx, new Map([[about.accountId, []]])).execute()
  const { title, message } = written ?? (await words())
  await mailGroupLater(tx, now, {
    kind,
    isDigest: channels.digest,
    notificationId: written?.id ?? null,
    notice: { ...about, title, message },
    groupKey,
  })
}

/** Without a notice on the site, only the number of waiting news and the newest person are known. */
const waitingGroup = async (tx: Tx, { accountId, by }: About, groupKey: string): Promise<Group> => ({
  names: [await handleOf(tx, by)],
  others: await countWaiting(tx, accountId, groupKey),
})

async function addToGroup(
  tx: Tx,
  now: Date,
  groupKey: string,
  { by, ...about }: About,
  wordsFor: (group: Group) => Words,
) {
  const { last: seq } = await countUp(tx, new Map([[about.accountId, [about]]])).executeTakeFirstOrThrow()
  const news = { seq, createdAt: now }
  const { id, groupSize } = await tx
    .insertInto('notification')
    .values({ ...about, ...news, title: '', message: '', groupKey })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'groupKey'])
        .doUpdateSet({ ...news, readAt: null, groupSize: sql`notification.group_size + 1` }),
    )
    .returning(['id', 'groupSize'])
    .executeTakeFirstOrThrow()
  await addPerson(tx, id, by, groupSize)
  const names = await newestNames(tx, id)
  const words = wordsFor({ names, others: groupSize - names.length })
  await tx.updateTable('notification').set(words).where('id', '=', id).execute()
  await announce(tx, { to: about.accountId, about: 'notification' })
  return { id, ...words }
}

async function replaceInGroup(tx: Tx, now: Date, groupKey: string, { by, ...about }: About & Words) {
  const { last: seq } = await countUp(tx, new Map([[about.accountId, [about]]])).executeTakeFirstOrThrow()
  const news = { ...about, seq, createdAt: now }
  const { id } = await tx
    .insertInto('notification')
    .values({ ...news, groupKey })
    .onConflict((before) => before.columns(['accountId', 'groupKey']).doUpdateSet({ ...news, readAt: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPerson(tx, id, by, 1)
  await announce(tx, { to: about.accountId, about: 'notification' })
  return { id, title: about.title, message: about.message }
}

/**
 * Numbers news of another kind, one for each of these accounts: what an account hears live has one order. Call it at the
 * end of the transaction, as `notify`.
 */
export const numberNews = (tx: Tx, accounts: number[]) =>
  countUp(tx, new Map(accounts.map((account) => [account, [account]]))).execute()

async function addPerson(tx: Tx, notificationId: number, accountId: number, nth: number) {
  await tx
    .insertInto('notificationPerson')
    .values({ notificationId, accountId, nth })
    .onConflict((conflict) => conflict.columns(['notificationId', 'accountId']).doUpdateSet({ nth }))
    .execute()
  await tx
    .deleteFrom('notificationPerson')
    .where('notificationId', '=', notificationId)
    .where('nth', '<=', nth - MOST_FACES)
    .execute()
}

const newestNames = async (tx: Tx, notificationId: number) =>
  (
    await tx
      .selectFrom('notificationPerson')
      .innerJoin('account', 'account.id', 'notificationPerson.accountId')
      .where('notificationId', '=', notificationId)
      .where('account.deletedAt', 'is', null)
      .where('account.bannedAt', 'is', null)
      .select('account.handle')
      .orderBy('nth', 'desc')
      .limit(2)
      .execute()
  ).map(({ handle }) => handle)

const handleOf = async (tx: Tx, id: number) =>
  (await tx.selectFrom('account').where('id', '=', id).select('handle').executeTakeFirstOrThrow()).handle
