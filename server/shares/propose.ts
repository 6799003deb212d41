import { sql } from 'kysely'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { handleKey } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { lockItem, type SplitItem } from './lock-item.ts'
import { tell, type News } from './tell.ts'
import { earning, lockVersions, presentOf, setState, type Version } from './versions.ts'

export type NewSplit = { ownPoints: number; people: readonly { handle: string; points: number }[] }
type Services = Pick<App, 'clock' | 'mail'>

/**
 * Invites people to shares of an own item. What was proposed before is taken back, as one proposal waits at a time. The
 * same proposal changes nothing.
 */
export async function propose(app: Services, tx: Tx, ownerId: number, itemId: number, { ownPoints, people }: NewSplit) {
  const item = await lockOwn(tx, ownerId, itemId)
  const now = app.clock.now()
  const invited = await findPeople(tx, ownerId, people)
  const { active, open } = await presentOf(tx, itemId)
  if ([open, !open && active].some((version) => version && isSame(version, invited))) return
  if (open) await setState(tx, open, 'canceled', now)
  const { id } = await tx
    .insertInto('shareVersion')
    .values({
      itemId,
      number: sql<number>`(select count(*) + 1 from share_version where item_id = ${itemId})`,
      state: 'proposed',
      ownerPoints: ownPoints,
      proposedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('share')
    .values(invited.map(({ accountId, points }) => ({ versionId: id, accountId, points, state: 'invited' })))
    .execute()
  await tell(app, tx, item, id, [
    ...(open ? withdrawn(open, new Set(invited.map(({ accountId }) => accountId))) : []),
    ...invited.map(({ points, ...to }): News => ({ what: 'invited', to, points })),
  ])
}

/** Takes back what waits. A version that everybody has left meanwhile ends with it. */
export async function cancel(app: Services, tx: Tx, ownerId: number, itemId: number) {
  const item = await lockOwn(tx, ownerId, itemId)
  const now = app.clock.now()
  await lockVersions(tx, itemId)
  const { active, open } = await presentOf(tx, itemId)
  if (!open) return
  await setState(tx, open, 'canceled', now)
  if (active && earning(active).length === 0) await setState(tx, active, 'ended', now)
  await tell(app, tx, item, open.id, withdrawn(open))
}

/** The owner has all later sales. */
export async function end(app: Services, tx: Tx, ownerId: number, itemId: number) {
  const item = await lockOwn(tx, ownerId, itemId)
  const now = app.clock.now()
  await lockVersions(tx, itemId)
  const { active, open } = await presentOf(tx, itemId)
  if (open) await setState(tx, open, 'canceled', now)
  if (active) await setState(tx, active, 'ended', now)
  const sharers = active ? earning(active) : []
  const ended = sharers.map((to): News => ({ what: 'ended', to, points: to.points }))
  const told = [...ended, ...(open ? withdrawn(open, new Set(sharers.map(({ accountId }) => accountId))) : [])]
  if (told.length) await tell(app, tx, item, (active ?? open)!.id, told)
}

async function lockOwn(tx: Tx, ownerId: number, itemId: number): Promise<SplitItem> {
  const item = await lockItem(tx, itemId)
  if (item?.ownerId !== ownerId) throw notFound('Item')
  return item
}

/** News for people whose offer is taken back. `others` get other news. */
const withdrawn = ({ shares }: Version, others: ReadonlySet<number> = new Set()) =>
  shares
    .filter(({ state, accountId }) => state !== 'declined' && !others.has(accountId))
    .map((to): News => ({ what: 'withdrawn', to, points: to.points }))

/** A deletion locks these rows first: somebody who is being deleted is found before all of it, or not at all. */
const lockPeople = (tx: Tx, keys: readonly string[]) =>
  sql`select from account_stat where account_id in (select id from account where handle_key = any(${keys}))
    order by account_id for share`.execute(tx)

type Invited = { accountId: number; handle: string; email: string | null; points: number }

/** Whether a version offers the same, and nobody has said no to it or left. The owner has the rest. */
const isSame = (version: Version, invited: readonly Invited[]) =>
  version.state !== 'declined' &&
  version.shares.length === invited.length &&
  version.shares.every(({ accountId, points, state }) =>
    invited.some((one) => state !== 'left' && one.accountId === accountId && one.points === points),
  )

/** The accounts behind names. Each fault stands at its name. */
async function findPeople(tx: Tx, ownerId: number, people: NewSplit['people']): Promise<Invited[]> {
  const keys = people.map(({ handle }) => handleKey(handle))
  await lockPeople(tx, keys)
  const rows = await tx
    .selectFrom('account')
    .where('handleKey', 'in', keys)
    .where('id', 'not in', [HOUSE, SUPPORT])
    .where('deletedAt', 'is', null)
    .where('bannedAt', 'is', null)
    // a block ends invitations like it ends messages; its owner is not told that there is one
    .where(sql<boolean>`not exists (select from block where account_id = account.id and blocked_id = ${ownerId})`)
    .select(['id as accountId', 'handle', 'handleKey', 'email'])
    .execute()
  return people.map(({ handle, points }, nth) => {
    const found = rows.find((row) => row.handleKey === keys[nth])
    const field = `people.${nth}.handle`
    if (!found) throw invalid({ [field]: `Nobody named ${handle} can be invited.` })
    if (found.accountId === ownerId) throw invalid({ [field]: 'Your own share is the rest.' })
    if (keys.indexOf(keys[nth]!) !== nth) throw invalid({ [field]: 'Name each person once.' })
    return { accountId: found.accountId, handle: found.handle, email: found.email, points }
  })
}
