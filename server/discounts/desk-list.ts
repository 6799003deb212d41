import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DeskCode, DeskDeal } from '#contract/desk-discounts.ts'
import type { DeskDiscountState } from '#contract/discount-limits.ts'
import type { Plan } from '#contract/plans.ts'
import type { Db } from '#server/db/connect.ts'
import { begins } from '#server/db/like.ts'
import { listPages } from '#server/db/list-pages.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { titlesOf } from './chosen.ts'
import { codesIn, presentCode } from './codes.ts'
import { dealsIn, presentDeal } from './deals.ts'

type Asked = { q: string; state?: DeskDiscountState | undefined; seller?: number | undefined }
type Page = { page: number; limit: number; now: Date }

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

type Given = { typed: string; code: string; now: Date; seller: number | undefined }
type Shape = { state: DeskDiscountState | undefined; isSearch: boolean; isOfSeller: boolean }

const filtersOf = ({ now, seller }: Given, { state, isOfSeller }: Shape) => [
  ...(state ? [IN_STATE[state](now)] : []),
  ...(isOfSeller ? [sql<SqlBool>`seller_id = ${seller}`] : []),
]

const ofSellers = (typed: string) => sql<SqlBool>`seller_id = any(array(select id from account where deleted_at is null
  and ${begins(sql`lower(handle) collate "C"`, typed)} order by lower(handle) collate "C", id
  limit ${sql.lit(MOST_SELLERS)}))`

const codesAt = (db: Db, id: RawBuilder<number> | number) =>
  codesIn(db)
    .innerJoin('account', 'account.id', 'sellerId')
    .leftJoin('account as admin', 'admin.id', 'heldBy')
    .select(['account.handle', 'account.avatarKey', 'account.plan', 'admin.handle as heldByName'])
    .where('discountCode.id', '=', id)

const dealsAt = (db: Db, id: RawBuilder<number> | number) =>
  dealsIn(db)
    .innerJoin('account', 'account.id', 'sellerId')
    .leftJoin('account as admin', 'admin.id', 'heldBy')
    .select(['account.handle', 'account.avatarKey', 'account.plan', 'admin.handle as heldByName'])
    .where('deal.id', '=', id)

const pageOfCodes = listPages((db, given: Given, shape: Shape) => ({
  found: db
    .selectFrom('discountCode')
    .where((and) => and.and(filtersOf(given, shape)))
    .$if(shape.isSearch, (codes) =>
      codes.where(sql<SqlBool>`(${begins(sql`code collate "C"`, given.code)} or ${ofSellers(given.typed)})`),
    )
    .select('id')
    .orderBy('id', 'desc'),
  rowOf: (id) => codesAt(db, id),
}))

const pageOfDeals = listPages((db, given: Given, shape: Shape) => ({
  found: db
    .selectFrom('deal')
    .where((and) => and.and(filtersOf(given, shape)))
    .$if(shape.isSearch, (deals) => deals.where(ofSellers(given.typed)))
    .select('id')
    .orderBy('id', 'desc'),
  rowOf: (id) => dealsAt(db, id),
}))

function askedFor({ q, state, seller }: Asked, { now, ...page }: Page) {
  const typed = q.trim().toLowerCase()
  const isSearch = typed !== ''
  return {
    given: { typed, code: typed.toUpperCase(), now, seller },
    shape: { state, isSearch, isOfSeller: seller !== undefined },
    isSearch,
    ...page,
  }
}

/** One page of the codes of all sellers, newest first. */
export async function listCodesAtDesk(db: Db, asked: Asked, page: Page) {
  const { rows, ...count } = await pageOfCodes(db, askedFor(asked, page))
  const titles = await titlesOf(db, rows)
  return { items: rows.map((row) => codeAtDesk(row, titles, page.now)), ...count }
}

/** One page of the deals of all sellers, newest first. */
export async function listDealsAtDesk(db: Db, asked: Asked, page: Page) {
  const { rows, ...count } = await pageOfDeals(db, askedFor(asked, page))
  const titles = await titlesOf(db, rows)
  return { items: rows.map((row) => dealAtDesk(row, titles, page.now)), ...count }
}

type CodeRow = Awaited<ReturnType<ReturnType<typeof codesAt>['executeTakeFirstOrThrow']>>
type DealRow = Awaited<ReturnType<ReturnType<typeof dealsAt>['executeTakeFirstOrThrow']>>
type Titles = Awaited<ReturnType<typeof titlesOf>>

const codeAtDesk = (row: CodeRow, titles: Titles, now: Date): DeskCode => ({
  ...presentCode(row, titles, now),
  ...atDesk(row),
})
const dealAtDesk = (row: DealRow, titles: Titles, now: Date): DeskDeal => ({
  ...presentDeal(row, titles, now),
  ...atDesk(row),
})

export async function findCodeAtDesk(db: Db, id: number, now: Date) {
  const row = await codesAt(db, id).executeTakeFirst()
  if (!row) throw notFound('Code')
  return codeAtDesk(row, await titlesOf(db, [row]), now)
}

export async function findDealAtDesk(db: Db, id: number, now: Date) {
  const row = await dealsAt(db, id).executeTakeFirst()
  if (!row) throw notFound('Deal')
  return dealAtDesk(row, await titlesOf(db, [row]), now)
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
