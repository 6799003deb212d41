import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LEGAL_NAME } from './legal-name.ts'
import { limitedText } from './limited-text.ts'
import { PLAN_NAMES } from './plans.ts'
import { emailLimits, handleLimits, newPasswordLimits } from './limits.ts'
import { PasskeyAnswer } from './passkey-answers.ts'
import { oneLine } from './text.ts'
import { fileErrors } from './uploads.ts'

export const Plan = z.enum(PLAN_NAMES)

export const Role = z.enum(['ROLE_USER', 'ROLE_PRODUCER', 'ROLE_ADMIN'])

export const Email = limitedText(emailLimits).meta({ format: 'email' })

export const Registration = z.object({
  email: Email,
  password: limitedText(newPasswordLimits),
  displayName: limitedText(handleLimits),
  referralCode: z.string().overwrite(oneLine).trim().max(40).optional(),
  updates: z.boolean().optional(),
})
export type Registration = z.infer<typeof Registration>

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() }).meta({ id: 'Tokens' })
export type Tokens = z.infer<typeof Tokens>

export const AuthUser = z
  .object({
    id: z.int(),
    displayName: z.string(),
    username: z.string(),
    profilePicturePath: z.string().nullable(),
    emailVerified: z.boolean(),
    oauthUser: z.boolean(),
    roles: z.array(Role),
  })
  .meta({ id: 'AuthUser' })

/** Addresses of the person's pages on other sites, or empty texts. */
export const socialPages = {
  instagram: z.string(),
  twitter: z.string(),
  youtube: z.string(),
  facebook: z.string(),
  soundcloud: z.string(),
  tiktok: z.string(),
}

export const Subscription = z.object({ planId: Plan, planName: z.string() })

export const Me = z
  .object({
    id: z.int(),
    email: z.string(),
    displayName: z.string(),
    username: z.string(),
    ...socialPages,
    bio: z.string(),
    avatarUrl: z.string().nullable(),
    bannerUrl: z.string().nullable(),
    legalName: z.string().nullable().describe('The name on licenses'),
    emailVerified: z.boolean(),
    oauthUser: z.boolean(),
    subscription: Subscription,
    promoCredits: z.number(),
    referralCredits: z.number(),
    roles: z.array(Role),
    followersCount: z.int(),
    totalPlays: z.int(),
    trackCount: z.int(),
    deletionDueAt: z.iso.datetime().nullable().describe('When the account is deleted, if that was asked for'),
    bannedAt: z.iso.datetime().nullable().describe('Since when the account is banned; `GET /me/ban` says why'),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** The token of a mailed link. */
export const LinkToken = z
  .string('This link is not valid.')
  .min(1, 'This link is not valid.')
  .max(200, 'This link is not valid.')

/** A password that an account has: newer rules for new ones don't hold for it. */
export const CurrentPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(newPasswordLimits.max[0], 'That password is too long.')

/** Six digits of the authenticator app, or a recovery code. */
export const Code = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40, 'That is no code.')

const ForgottenPassword = z.object({ email: Email })

const ResetPassword = z.object({ token: LinkToken, password: limitedText(newPasswordLimits) })

export const done = z.object({ ok: z.literal(true) })
const AvatarReply = z.object({ avatarUrl: z.string().nullable() })
const BannerReply = z.object({ bannerUrl: z.string().nullable() })

const RefreshToken = z.object({ refreshToken: z.string('A refresh token is required.').min(1).max(200) })

export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    auth: 'anyone',
    summary: 'Make an account and sign in',
    body: Registration,
    reply: Tokens,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    auth: 'anyone',
    summary: 'Sign in',
    body: z.object({ email: Email, password: CurrentPassword }),
    reply: Tokens,
    errors: {
      second_step_needed: z.object({ token: z.string().describe('For `/auth/login/second-step`, for five minutes') }),
    },
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/auth/refresh-token',
    auth: 'anyone',
    summary: 'Exchange a refresh token, once, for new tokens',
    body: RefreshToken,
    reply: Tokens,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    auth: 'anyone',
    summary: 'End the session that a refresh token belongs to',
    body: RefreshToken,
    reply: done,
  }),
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/auth/confirm-email/send',
    auth: 'user',
    summary: 'Mail another link that confirms the own address',
    reply: done,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    auth: 'anyone',
    summary: 'Confirm an address by the link that was mailed to it',
    body: z.object({ token: LinkToken }),
    reply: done,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    auth: 'anyone',
    summary: 'Mail a link for a new password, if an account has this address; the answer is the same if none has',
    body: ForgottenPassword,
    reply: done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    auth: 'anyone',
    summary: 'Set a new password by a mailed link, and end all sessions',
    body: ResetPassword,
    reply: done,
  }),
  authMe: endpoint({
    method: 'GET',
    path: '/auth/me',
    auth: 'user',
    summary: 'The signed-in account with its roles',
    reply: AuthUser,
  }),
  me: endpoint({ method: 'GET', path: '/me', auth: 'user', summary: "One's own profile, plan and credits", reply: Me }),
  setLegalName: endpoint({
    method: 'PATCH',
    path: '/me/legal-name',
    auth: 'user',
    summary: 'Set the name that new licenses carry',
    body: z.object({ legalName: LEGAL_NAME }),
    reply: z.object({ legalName: z.string() }),
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: '/me/password',
    auth: 'user',
    summary: 'Change the own password, and end all other sessions',
    body: z.object({
      currentPassword: CurrentPassword.optional(),
      newPassword: limitedText(newPasswordLimits),
      code: Code.optional(),
      passkey: PasskeyAnswer.optional().describe('In place of the current password and the code'),
    }),
    reply: done,
  }),
  setAvatar: endpoint({
    method: 'POST',
    path: '/me/avatar',
    auth: 'user',
    summary: 'Set the own avatar: JPEG, PNG or WebP, cut to a square',
    files: { avatar: { purpose: 'avatar' } },
    reply: AvatarReply,
    errors: fileErrors,
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/me/avatar',
    auth: 'user',
    summary: 'Remove the own avatar',
    reply: AvatarReply,
  }),
  setBanner: endpoint({
    method: 'POST',
    path: '/me/banner',
    auth: 'user',
    summary: 'Set the own banner: JPEG, PNG or WebP, cut to 1920 x 336',
    files: { banner: { purpose: 'banner' } },
    reply: BannerReply,
    errors: fileErrors,
  }),
  removeBanner: endpoint({
    method: 'DELETE',
    path: '/me/banner',
    auth: 'user',
    summary: 'Remove the own banner',
    reply: BannerReply,
  }),
}
