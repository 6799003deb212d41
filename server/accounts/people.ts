import { sql } from 'kysely'
import { Line } from '#contract/item.ts'
import type { people, PublicProfile } from '#contract/people.ts'
import { PLANS } from '#contract/plans.ts'
import type { ReferralState } from '#contract/referral-states.ts'
import { creditsOf } from '#server/ledger/index.ts'
import type { Db } from '#server/db/connect.ts'
import { ApiError, notFound } from '#server/errors.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import {
  findProducers,
  listProducers,
  nameContains,
  sellsStyle,
  type ProducerOrder,
  type ProducerRow,
} from './producers.ts'
import { subscriptionOf } from './present.ts'
import { findProfile, listLines, whyGone, type ProfileRow } from './profile.ts'
import { findAccount, isThere } from './queries.ts'

type Asked = { q: string; style?: string[] | undefined; sort: ProducerOrder; page: number; limit: number }
/** Nobody turns more pages. */
export const REACH = 1_000
const LISTED_FRIENDS = 20

/** A page of all producers, or of those with the words in their names and the styles on sale. It ends at `REACH`. */
async function pageOfProducers({ db }: App, { q, style = [], sort, page, limit }: Asked) {
  const asked = { order: sort, limit, offset: Math.min(page * limit, REACH) }
  const name = q.trim().toLowerCase()
  const wanted = [...(name ? [nameContains(name)] : []), ...(style.length ? [sellsStyle(style)] : [])]
  const { found, totalItems, capped } = wanted.length
    ? await findProducers(db, sql.join(wanted, sql` and `), asked)
    : { found: await listProducers(db, asked), ...(await countProducers(db)) }
  return pageOfPeople(found, { page, limit, totalItems, capped })
}

type Counted = { page: number; limit: number; totalItems: number; capped: boolean }

export const pageOfPeople = (found: ProducerRow[], { page, limit, totalItems, capped }: Counted) => ({
  items: page * limit >= REACH ? [] : found.map(presentProducer),
  page,
  limit,
  totalItems,
  totalPages: Math.ceil(totalItems / limit),
  capped,
})

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

function presentProfile(row: ProfileRow): PublicProfile {
  const { id, bio, instagram, twitter, youtube, facebook, soundcloud, tiktok, isProducer } = row
  return {
    id,
    displayName: row.handle,
    username: row.handle,
    avatarUrl: avatarUrl(row.avatarKey),
    bannerUrl: row.bannerKey && mediaUrl(row.bannerKey),
    subscription: subscriptionOf(row),
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
    beatsCount: row.beats ?? 0,
    packsCount: row.packs ?? 0,
    kitsCount: row.kits ?? 0,
    following: Boolean(row.following),
    createdAt: row.createdAt.toISOString(),
  }
}

async function noProfile({ db }: App, id: number) {
  const why = await whyGone(db, id)
  if (!why) return notFound('User')
  return new ApiError(404, 'account_gone', `This account was ${why}.`, { details: { why } })
}

export const peopleRoutes = (app: App): Handlers<typeof people> => ({
  producers: ({ query }) => pageOfProducers(app, query),
  list: ({ query }) => pageOfProducers(app, query),
  async byId({ params, viewer }) {
    const row = await findProfile(app.db, params.id, viewer?.id ?? null)
    if (!row) throw await noProfile(app, params.id)
    return presentProfile(row)
  },
  async artist({ params }) {
    const row = await findAccount(app.db, params.id)
    if (!row || row.bannedAt) throw notFound('User')
    const { id, handle, avatarKey } = row
    return { id, displayName: handle, username: handle, name: handle, avatarUrl: avatarUrl(avatarKey) }
  },
  async lines({ params }) {
    if (!(await isThere(app.db, params.id))) throw notFound('User')
    const rows = await listLines(app.db, params.id)
    return { items: rows.map(({ line, ...style }) => ({ ...style, line: Line.parse(line) })) }
  },
  async referral({ viewer: { id } }) {
    const [row, history, credits] = await Promise.all([
      app.db
        .selectFrom('account')
        .where('id', '=', id)
        .select((select) => [
          'referralCode',
          'plan',
          select
            .selectFrom('account as brought')
            .whereRef('brought.referredBy', '=', 'account.id')
            .select((count) => count.fn.countAll<number>().as('people'))
            .as('people'),
        ])
        .executeTakeFirstOrThrow(),
      app.db
        .selectFrom('referral')
        .where('referrerId', '=', id)
        .select(['confirmedAt', 'cents', 'state'])
        .$narrowType<{ state: ReferralState }>()
        .orderBy('confirmedAt', 'desc')
        .limit(LISTED_FRIENDS)
        .execute(),
      creditsOf(app.db, id),
    ])
    return {
      referralLink: `${app.config.publicUrl ?? ''}/register?ref=${row.referralCode}`,
      referralCredits: dollars(credits.referral),
      referralCount: row.people ?? 0,
      perFriend: dollars(PLANS[row.plan].credits.referral),
      history: history.map(({ confirmedAt, cents, state }) => ({
        at: confirmedAt.toISOString(),
        amount: dollars(cents),
        state,
      })),
    }
  },
})
