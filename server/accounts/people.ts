import type { people, PublicProfile } from '#contract/people.ts'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { findProducers, listProducers, nameContains, type ProducerOrder, type ProducerRow } from './producers.ts'
import { findAccount, type AccountRow } from './queries.ts'

type Asked = { q: string; sort: ProducerOrder; page: number; limit: number }
const REACH = 1_000

/** A page of all producers, or of those whose name contains the words. No page goes beyond `REACH`. */
async function pageOfProducers({ db }: App, { q, sort, page, limit }: Asked) {
  const asked = { order: sort, limit, offset: Math.min(page * limit, REACH) }
  const name = q.trim().toLowerCase()
  const { found, totalItems, capped } = name
    ? await findProducers(db, nameContains(name), asked)
    : { found: await listProducers(db, asked), ...(await countProducers(db)) }
  return {
    items: page * limit >= REACH ? [] : found.map(presentProducer),
    page,
    limit,
    totalItems,
    totalPages: Math.ceil(totalItems / limit),
    capped,
  }
}

async function countProducers(db: Db) {
  const some = db
    .selectFrom('account')
    .where('isProducer', '=', true)
    .where('deletedAt', 'is', null)
    .innerJoin('accountStat', 'accountStat.accountId', 'account.id')
    .where('accountStat.tracks', '>', 0)
    .limit(REACH + 1)
  const { count } = await db
    .selectFrom(some.select('id').as('some'))
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { totalItems: Math.min(count, REACH), capped: count > REACH }
}

export const presentProducer = ({ id, handle, avatarKey, plan, followers, beats }: ProducerRow) => ({
  id,
  displayName: handle,
  avatarUrl: avatarUrl(avatarKey),
  plan,
  beatsCount: beats ?? 0,
  followersCount: followers,
})

function presentProfile(row: AccountRow): PublicProfile {
  const { id, plan, bio, instagram, twitter, youtube, facebook, soundcloud, tiktok, isProducer } = row
  return {
    id,
    displayName: row.handle,
    username: row.handle,
    avatarUrl: avatarUrl(row.avatarKey),
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
  producers: ({ query }) => pageOfProducers(app, query),
  list: ({ query }) => pageOfProducers(app, query),
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
