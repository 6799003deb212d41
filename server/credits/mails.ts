import type { Template } from '#server/mail/letter.ts'

type Facts = { handle: string; cents: number }

export const referralMail: Template<Facts> = {
  kind: 'referral',
  compose: ({ handle, cents }) => ({
    subject: `A friend brought you $${(cents / 100).toFixed(2)} of credits`,
    lines: ['uk', 'ny'],
    title: 'You earned referral credits',
    blocks: [
      {
        type: 'words',
        text: `${handle}, a friend joined by your link and confirmed their email. You got $${(cents / 100).toFixed(2)} of credits. They pay for promotions of your items.`,
      },
      { type: 'button', label: 'Promote an item', path: '/promos' },
    ],
    footer: 'Slide, the drill marketplace. You get this mail because a friend joined by your link.',
  }),
}
