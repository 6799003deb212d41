import type { ShareState } from '#contract/share-limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { lockItem, ownerOf, type SplitItem } from './lock-item.ts'
import { tell, type News } from './tell.ts'
import {
  earning,
  isOpen,
  lockVersions,
  presentOf,
  setState,
  versionsById,
  type Share,
  type Version,
} from './versions.ts'

type Services = Pick<App, 'clock' | 'mail'>
type Asked = { item: SplitItem; version: Version; share: Share; now: Date }

/** Accepts a share. The last acceptance makes the version count for all later sales, in place of the former one. */
export const accept = (app: Services, tx: Tx, accountId: number, versionId: number) =>
  answer(app, tx, accountId, versionId, async ({ item, version, share, now }) => {
    if (share.state === 'accepted' && (version.state === 'proposed' || version.state === 'active')) return
    if (version.state !== 'proposed') throw changed()
    await setShare(tx, version, accountId, 'accepted', now)
    share.state = 'accepted'
    const isComplete = earning(version).length === version.shares.length
    const { active } = await presentOf(tx, item.id)
    const facts = { accepted: earning(version).length, people: version.shares.length, points: share.points }
    const news: News[] = [{ what: 'accepted', to: ownerOf(item), by: share, ...facts }]
    if (isComplete) {
      if (active) await setState(tx, active, 'replaced', now)
      await setState(tx, version, 'active', now)
      news.push(...version.shares.map((to): News => ({ what: 'counts', to, points: to.points })))
      const stay = new Set(version.shares.map((one) => one.accountId))
      const gone = active ? earning(active).filter((one) => !stay.has(one.accountId)) : []
      news.push(...gone.map((to): News => ({ what: 'ended', to, points: to.points })))
    }
    await tell(app, tx, item, version.id, news)
  })

/** Declines a share, also after accepting it, as long as it does not count. */
export const decline = (app: Services, tx: Tx, accountId: number, versionId: number) =>
  answer(app, tx, accountId, versionId, async ({ item, version, share, now }) => {
    if (share.state === 'declined') return
    if (!isOpen(version)) throw changed()
    await setShare(tx, version, accountId, 'declined', now)
    await setState(tx, version, 'declined', now)
    const { active } = await presentOf(tx, item.id)
    const news: News = { what: 'declined', to: ownerOf(item), by: share, points: share.points, goesOn: active !== null }
    await tell(app, tx, item, version.id, [news])
  })

/**
 * Gives up a share that counts. Later sales credit it to the owner. A version that nobody earns by ends, unless a change
 * of it waits: the item stays on sale meanwhile.
 */
export const leave = (app: Services, tx: Tx, accountId: number, versionId: number) =>
  answer(app, tx, accountId, versionId, async ({ item, version, share, now }) => {
    if (share.state === 'left') return
    if (version.state !== 'active') throw changed()
    await setShare(tx, version, accountId, 'left', now)
    const { open } = await presentOf(tx, item.id)
    if (earning(version).length === 1 && !open) await setState(tx, version, 'ended', now)
    await tell(app, tx, item, version.id, [{ what: 'left', to: ownerOf(item), by: share, points: share.points }])
  })

async function answer(
  { clock }: Services,
  tx: Tx,
  accountId: number,
  versionId: number,
  act: (asked: Asked) => Promise<void>,
) {
  const [seen] = await versionsById(tx, [versionId])
  const item = seen?.shares.some((one) => one.accountId === accountId) && (await lockItem(tx, seen.itemId))
  if (!item) throw notFound('Share')
  await lockVersions(tx, item.id)
  const [version] = await versionsById(tx, [versionId]) // as it is under the locks
  const share = version!.shares.find((one) => one.accountId === accountId)!
  await act({ item, version: version!, share, now: clock.now() })
}

const changed = () => conflict('split_changed', 'This split has changed meanwhile. Look at it once more.')

const setShare = (tx: Tx, { id }: Pick<Version, 'id'>, accountId: number, state: ShareState, now: Date) =>
  tx
    .updateTable('share')
    .set({ state, ...(state === 'left' ? { leftAt: now } : { answeredAt: now }) })
    .where('versionId', '=', id)
    .where('accountId', '=', accountId)
    .execute()
