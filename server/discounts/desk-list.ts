import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DeskCode, DeskDeal } from '#contract/desk-discounts.ts'
import type { DeskDiscountState } from '#contract/discount-limits.ts'
import type { Plan } from '#contract/plans.ts'
import type { Db } from '#server/db/connect.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import { onePage } from '#server/db/one-page.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { titlesOf } from './chosen.ts'
import { codesIn, presentCode } from './codes.ts'
import { dealsIn, presentDeal } from './deals.ts'

type Asked = { q: string; state?: DeskDiscountState | undefined; seller?: number | undefined }
type Page = { page: number; limit: number; now: Date }

const LAST = '\u{10FFFF}'
/** A search for the beginning of a name looks at the codes of so many sellers. */
const MOST_SELLERS = 200

/** Both tables have the same names. */
const IN_STATE: Record<DeskDiscountState, (now: Date) => RawBuilder<SqlBool>> = {
  active: (now) => sql`state = 'active' and held_at is null and (ends_at is null or ends_at > ${now})`,
  paused: (now) =>
    sql`(state = 'paused' or held_at is not null) and state <> 'ended' and (ends_at is null or ends_at > ${now})`,
  held: (now) => sql`held_at is not null and state <> 'ended' and (ends_at is null or ends_at > ${now})`,
  ended: (now) => sql`(state = 'ended' or ends_at <= ${now})`,
}

const begins = (text: RawBuilder<unknown>, typed: string) =>
  sql<SqlBool>`(${text} >= ${typed} and ${text} < ${typed + LAST})`

function filtersOf({ state, seller }: Asked, now: Date) {
  return [
    ...(state ? [IN_STATE[state](now)] : []),
    ...(seller === undefined ? [] : [sql<SqlBool>`seller_id = ${seller}`]),
  ]
}

const ofSellers = (q: string) => sql<SqlBool>`seller_id = any(array(select id from account where deleted_at is null
  and ${begins(sql`lower(handle) collate "C"`, q.toLowerCase())} order by lower(handle) collate "C", id
  limit ${sql.lit(MOST_SELLERS)}))`

/** One page of the codes of all sellers, newest first. */
export async function listCodesAtDesk(db: Db, asked: Asked, { page, limit, now }: Page) {
  const q = asked.q.trim()
  const found = db
    .selectFrom('discountCode')
    .where((and) => and.and(filtersOf(asked, now)))
    .$if(q !== '', (codes) =>
      codes.where(sql<SqlBool>`(${begins(sql`code collate "C"`, q.toUpperCase())} or ${ofSellers(q)})`),
    )
  const [ids, count] = await Promise.all([
    onePage(found.select('id').orderBy('id', 'desc'), { page, limit }).execute(),
    countUpTo(db, found),
  ])
  return {
    items: await codesAt(
      db,
      ids.map(({ id }) => id),
      now,
    ),
    ...count,
  }
}

/** One page of the deals of all sellers, newest first. */
export async function listDealsAtDesk(db: Db, asked: Asked, { page, limit, now }: Page) {
  const q = asked.q.trim()
  const found = db
    .selectFrom('deal')
    .where((and) => and.and(filtersOf(asked, now)))
    .$if(q !== '', (deals) => deals.where(ofSellers(q)))
  const [ids, count] = await Promise.all([
    onePage(found.select('id').orderBy('id', 'desc'), { page, limit }).execute(),
    countUpTo(db, found),
  ])
  return {
    items: await dealsAt(
      db,
      ids.map(({ id }) => id),
      now,
    ),
    ...count,
  }
}

async function codesAt(db: Db, ids: readonly number[], now: Date): Promise<DeskCode[]> {
  if (ids.length === 0) return []
  const rows = await codesIn(db)
    .innerJoin('account', 'account.id', 'sellerId')
    .leftJoin('account as admin', 'admin.id', 'heldBy')
    .select(['account.handle', 'account.avatarKey', 'account.plan', 'admin.handle as heldByName'])
    .where('discountCode.id', 'in', ids)
    .execute()
  const titles = await titlesOf(db, rows)
  return rows.map((row) => ({ ...presentCode(row, titles, now), ...atDesk(row) }))
}

async function dealsAt(db: Db, ids: readonly number[], now: Date): Promise<DeskDeal[]> {
  if (ids.length === 0) return []
  const rows = await dealsIn(db)
    .innerJoin('account', 'account.id', 'sellerId')
    .leftJoin('account as admin', 'admin.id', 'heldBy')
    .select(['account.handle', 'account.avatarKey', 'account.plan', 'admin.handle as heldByName'])
    .where('deal.id', 'in', ids)
    .execute()
  const titles = await titlesOf(db, rows)
  return rows.map((row) => ({ ...presentDeal(row, titles, now), ...atDesk(row) }))
}

export async function findCodeAtDesk(db: Db, id: number, now: Date) {
  const [code] = await codesAt(db, [id], now)
  if (!code) throw notFound('Code')
  return code
}

export async function findDealAtDesk(db: Db, id: number, now: Date) {
  const [deal] = await dealsAt(db, [id], now)
  if (!deal) throw notFound('Deal')
  return deal
}

type Facts = {
  sellerId: number
  handle: string
  avatarKey: string | null
  plan: Plan
  heldAt: Date | null
  heldFor: string | null
  heldByName: string | null
}

const atDesk = ({ sellerId, handle, avatarKey, plan, heldAt, heldFor, heldByName }: Facts) => ({
  seller: { id: sellerId, name: handle, avatarUrl: avatarUrl(avatarKey), plan },
  held: heldAt === null ? null : { reason: heldFor ?? '', at: heldAt.toISOString(), by: heldByName },
})
