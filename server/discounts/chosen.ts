import type { Db, Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'

const DAY = 24 * 60 * 60 * 1000

/** Whether a code or a deal is for an item. What is no item, such as a plan, it is never for. */
export const isForItem = (itemIds: readonly number[] | null, itemId: number | null) =>
  itemId !== null && (itemIds === null || itemIds.includes(itemId))

type Days = { startsOn?: string | undefined; endsOn?: string | undefined }

/** The first and the last moment of days in UTC. A code that has ended before it was made is refused. */
export function timesOf({ startsOn, endsOn }: Days, now: Date) {
  const startsAt = startsOn === undefined ? null : new Date(startsOn)
  const endsAt = endsOn === undefined ? null : new Date(new Date(endsOn).getTime() + DAY)
  if (endsAt && endsAt <= now) throw invalid({ endsOn: 'This day is over.' })
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid({ endsOn: 'The last day comes before the first.' })
  return { startsAt, endsAt }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

export const presentDays = ({ startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null }) => ({
  startsOn: startsAt && dayOf(startsAt),
  endsOn: endsAt && dayOf(new Date(endsAt.getTime() - DAY)),
})

/** Own items that are not deleted, each once. */
export async function ownItems(db: Db | Tx, seller: number, itemIds: readonly number[] | undefined) {
  if (itemIds === undefined) return null
  const asked = [...new Set(itemIds)]
  const own = await db
    .selectFrom('item')
    .where('id', 'in', asked)
    .where('ownerId', '=', seller)
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  if (own.length < asked.length) throw invalid({ itemIds: 'Choose items of your own.' })
  return asked
}

/** The titles of chosen items. Deleted ones are left out. */
export async function titlesOf(db: Db | Tx, rows: readonly { itemIds: number[] | null }[]) {
  const ids = [...new Set(rows.flatMap(({ itemIds }) => itemIds ?? []))]
  if (ids.length === 0) return new Map<number, string>()
  const items = await db
    .selectFrom('item')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .select(['id', 'title'])
    .execute()
  return new Map(items.map(({ id, title }) => [id, title]))
}

export const presentItems = (itemIds: readonly number[] | null, titles: ReadonlyMap<number, string>) =>
  itemIds &&
  itemIds.flatMap((id) => {
    const title = titles.get(id)
    return title === undefined ? [] : [{ id, title }]
  })
