import { sql } from 'kysely'
import type { people, PublicProfile } from '#contract/people.ts'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { findAccount, type AccountRow } from './queries.ts'

type Asked = { q: string; sort: 'popular' | 'newest' | 'name'; page: number; limit: number }
const REACH = 1_000

const producers = (db: Db, q: string) => {
  const all = db
    .selectFrom('account')
    .innerJoin('accountStat', 'accountStat.accountId', 'account.id')
    .where('account.isProducer', '=', true)
    .where('account.deletedAt', 'is', null)
  const name = q.toLowerCase().replaceAll(/[^a-z0-9_.-]/g, '')
  if (q.trim() === '') return all
  if (name === '') return all.where(sql<boolean>`false`) // no handle is written so
  return all.where(sql<boolean>`lower(account.handle) like ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
}

async function listProducers({ db }: App, { q, sort, page, limit }: Asked) {
  const orders = {
    popular: sql`account_stat.followers desc, account.id`,
    newest: sql`account.created_at desc, account.id desc`,
    name: sql`lower(account.handle), account.id`,
  }
  const [rows, { count }] = await Promise.all([
    producers(db, q)
      .select((select) => [
        'account.id',
        'account.handle',
        'account.avatarKey',
        'account.plan',
        'accountStat.followers',
        select
          .selectFrom('itemSearch')
          .whereRef('itemSearch.ownerId', '=', 'account.id')
          .where('itemSearch.kind', '=', 'beat')
          .select((count) => count.fn.countAll<number>().as('beats'))
          .as('beats'),
      ])
      .orderBy(orders[sort])
      .limit(limit)
      .offset(Math.min(page * limit, REACH))
      .execute(),
    db
      .selectFrom(producers(db, q).select('account.id').limit(REACH).as('some'))
      .select((some) => some.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    items: page * limit >= REACH ? [] : rows.map((row) => ({
      id: row.id,
      displayName: row.handle,
      avatarUrl: row.avatarKey && mediaUrl(`${row.avatarKey}/320.webp`),
      plan: row.plan,
      beatsCount: row.beats ?? 0,
      followersCount: row.followers,
    })),
    page,
    limit,
    totalItems: count,
    totalPages: Math.ceil(count / limit),
  }
} // prettier-ignore

function presentProfile(row: AccountRow): PublicProfile {
  const { id, plan, bio, instagram, twitter, youtube, facebook, soundcloud, tiktok, isProducer } = row
  return {
    id,
    displayName: row.handle,
    username: row.handle,
    avatarUrl: row.avatarKey && mediaUrl(`${row.avatarKey}/320.webp`),
    bannerUrl: row.bannerKey && mediaUrl(row.bannerKey),
    plan,
    bio,
    instagram,
    twitter,
    youtube,
    facebook,
    soundcloud,
    tiktok,
    isProducer,
    followersCount: row.followers,
    totalPlays: row.plays,
    trackCount: row.tracks,
    createdAt: row.createdAt.toISOString(),
  }
}

export const peopleRoutes = (app: App): Handlers<typeof people> => ({
  producers: ({ query }) => listProducers(app, query),
  list: ({ query }) => listProducers(app, query),
  async byId({ params }) {
    const row = await findAccount(app.db, params.id)
    if (!row) throw notFound('User')
    return presentProfile(row)
  },
  async referral({ viewer }) {
    const row = await app.db
      .selectFrom('account')
      .where('id', '=', viewer.id)
      .select((select) => [
        'referralCode',
        'referralCreditCents',
        select
          .selectFrom('account as brought')
          .whereRef('brought.referredBy', '=', 'account.id')
          .select((count) => count.fn.countAll<number>().as('people'))
          .as('people'),
      ])
      .executeTakeFirstOrThrow()
    return {
      referralLink: `${app.config.publicUrl ?? ''}/register?ref=${row.referralCode}`,
      referralCredits: dollars(row.referralCreditCents),
      referralCount: row.people ?? 0,
    }
  },
})
