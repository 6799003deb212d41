import { z } from 'zod'
import { done, Email, LinkToken, socialPages } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { bioLimits, handleLimits, newPasswordLimits } from './limits.ts'
import { limitedText } from './limited-text.ts'
import { proof } from './proof.ts'
import { faultOfSocialPage, shapeSocialPage, type Network } from './social-pages.ts'
import { manyLines, oneLine } from './text.ts'
import { fileErrors } from './uploads.ts'

const Bio = limitedText(bioLimits, manyLines)

const SocialPage = (network: Network) =>
  z
    .string('Enter a name or an address.')
    .overwrite((typed) => shapeSocialPage(network, oneLine(typed)))
    .check((page) => {
      const message = faultOfSocialPage(page.value)
      if (message) page.issues.push({ code: 'custom', message, input: page.value })
    })
    .meta({ description: 'A name, or an address of the web; it becomes a full link' })

/** Only what is sent changes. */
const ProfileChange = z
  .object({
    bio: Bio,
    username: limitedText(handleLimits),
    instagram: SocialPage('instagram'),
    twitter: SocialPage('twitter'),
    youtube: SocialPage('youtube'),
    facebook: SocialPage('facebook'),
    soundcloud: SocialPage('soundcloud'),
    tiktok: SocialPage('tiktok'),
  })
  .partial()
export type ProfileChange = z.infer<typeof ProfileChange>

const Remove = z.enum(['true', 'false'], 'Send true or false.').optional()

/** What a signed-in person changes about the own account. */
export const settings = {
  saveProfile: endpoint({
    method: 'POST',
    path: '/me/profile',
    auth: 'user',
    summary: 'Set or remove avatar and banner, and set the bio, in one form',
    files: { avatar: { purpose: 'avatar', optional: true }, banner: { purpose: 'banner', optional: true } },
    body: z.object({ bio: Bio.optional(), removeAvatar: Remove, removeBanner: Remove }),
    reply: z.object({ avatarUrl: z.string().nullable(), bannerUrl: z.string().nullable(), bio: z.string() }),
    errors: fileErrors,
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/me/profile',
    auth: 'user',
    summary: 'Change the own bio, name or pages on other sites; what is left out stays',
    body: ProfileChange,
    reply: z.object({ bio: z.string(), username: z.string(), ...socialPages }),
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/me/email',
    auth: 'user',
    summary: 'Mail a link to a new address of the account; the answer is the same if another account has it',
    body: z.object({ email: Email, ...proof }),
    reply: done,
  }),
  confirmNewEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-new-email',
    auth: 'anyone',
    summary: 'Change the address of an account by the link that was mailed to the new one',
    body: z.object({ token: LinkToken }),
    reply: done,
  }),
  undoEmail: endpoint({
    method: 'POST',
    path: '/auth/undo-email',
    auth: 'anyone',
    summary: 'Go back to the former address by the link that was mailed to it, with a new password; ends all sessions',
    body: z.object({ token: LinkToken, password: limitedText(newPasswordLimits) }),
    reply: done,
  }),
}
