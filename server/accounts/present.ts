import type { z } from 'zod'
import type { AuthUser, Me, Role } from '#contract/accounts.ts'
import type { Plan } from '#contract/plans.ts'
import type { Credits } from '#server/ledger/index.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import { dollars } from '#server/money.ts'
import type { AccountRow } from './queries.ts'

export const subscriptionOf = ({ plan }: Pick<AccountRow, 'plan'>) => ({ planId: plan, planName: planNames[plan] })
const planNames: Record<Plan, string> = { free: 'Free', growth: 'Growth', pro: 'Pro' }

export function rolesOf({ isProducer, isAdmin }: AccountRow) {
  const roles: z.infer<typeof Role>[] = ['ROLE_USER']
  if (isProducer) roles.push('ROLE_PRODUCER')
  if (isAdmin) roles.push('ROLE_ADMIN')
  return roles
}

const isOauthUser = ({ hasGoogle, passwordHash }: AccountRow) => Boolean(hasGoogle) && passwordHash === null

export const presentAuthUser = (row: AccountRow): z.infer<typeof AuthUser> => ({
  id: row.id,
  displayName: row.handle,
  username: row.handle,
  profilePicturePath: avatarUrl(row.avatarKey),
  emailVerified: row.emailVerifiedAt !== null,
  oauthUser: isOauthUser(row),
  roles: rolesOf(row),
})

export const presentMe = (row: AccountRow, credits: Credits): Me => ({
  id: row.id,
  email: row.email,
  displayName: row.handle,
  username: row.handle,
  instagram: row.instagram,
  twitter: row.twitter,
  youtube: row.youtube,
  facebook: row.facebook,
  soundcloud: row.soundcloud,
  tiktok: row.tiktok,
  bio: row.bio,
  legalName: row.legalName,
  avatarUrl: avatarUrl(row.avatarKey),
  bannerUrl: row.bannerKey && mediaUrl(row.bannerKey),
  emailVerified: row.emailVerifiedAt !== null,
  oauthUser: isOauthUser(row),
  subscription: subscriptionOf(row),
  promoCredits: dollars(credits.promo),
  referralCredits: dollars(credits.referral),
  roles: rolesOf(row),
  followersCount: row.followers,
  totalPlays: row.plays,
  trackCount: row.tracks,
  deletionDueAt: row.deletionDueAt?.toISOString() ?? null,
  bannedAt: row.bannedAt?.toISOString() ?? null,
})
