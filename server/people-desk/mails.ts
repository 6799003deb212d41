import type { Template } from '#server/mail/letter.ts'

const FOOTER = 'Slide, the drill marketplace. Mails about your account’s safety can’t be switched off.'

export const roleMail: Template<{ handle: string; isAdmin: boolean }> = {
  kind: 'admin-role',
  compose: ({ handle, isAdmin }) => ({
    subject: isAdmin ? 'You are an admin of Slide now' : 'You are no admin of Slide any more',
    lines: ['uk'],
    title: isAdmin ? 'You are an admin now' : 'You are no admin any more',
    blocks: isAdmin
      ? [
          {
            type: 'words',
            text: `${handle}, another admin has made you an admin of this shop. Switch two-step sign-in on: an admin’s account opens much.`,
          },
          { type: 'button', label: 'Open the desk', path: '/admin' },
        ]
      : [
          {
            type: 'words',
            text: `${handle}, another admin has taken this role from your account. Everything else of your account stays as it is.`,
          },
        ],
    footer: FOOTER,
  }),
}
