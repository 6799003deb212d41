import { BAN_CATEGORIES, type BanCategory } from '#contract/ban-values.ts'
import type { Template } from '#server/mail/letter.ts'

export type BanFacts = { category: BanCategory; reason: string; endsAt: Date | null }
type Named = { handle: string }

const FOOTER = 'Slide, the drill marketplace. Mails about your account can’t be switched off.'
const PATH = '/banned'
const timeOf = (at: Date) =>
  `${at.toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`

export const bannedMail: Template<BanFacts & Named> = {
  kind: 'banned',
  compose: ({ handle, category, reason, endsAt }) => ({
    subject: 'Your Slide account is banned',
    lines: ['chi'],
    title: 'Your account is banned',
    blocks: [
      { type: 'words', text: `${handle}, we have banned your account. What it is about: ${BAN_CATEGORIES[category]}.` },
      { type: 'quote', text: reason },
      { type: 'words', text: endsAt ? `The ban ends on ${timeOf(endsAt)}.` : 'The ban has no end.' },
      {
        type: 'words',
        text: 'Your profile, items and comments are hidden, payouts wait until we have decided about them, and a plan is not renewed. You can still sign in to download what you bought, to save or delete your data, and to appeal once.',
      },
      { type: 'button', label: 'Read more or appeal', path: PATH },
    ],
    footer: FOOTER,
  }),
}

export const liftedMail: Template<Named & { words: string | null }> = {
  kind: 'ban-lifted',
  compose: ({ handle, words }) => ({
    subject: 'Your Slide account is open again',
    lines: ['uk'],
    title: 'Your account is open again',
    blocks: [
      {
        type: 'words',
        text:
          words === null
            ? `${handle}, the time of your ban is over.`
            : `${handle}, the ban of your account was lifted. We say:`,
      },
      ...(words === null ? [] : [{ type: 'quote' as const, text: words }]),
      {
        type: 'words',
        text: 'What the ban had hidden is back, and payouts go on. If a plan renewed before, look at it under Plans.',
      },
      { type: 'button', label: 'Open your account', path: '/account' },
    ],
    footer: FOOTER,
  }),
}

export const upheldMail: Template<Named & { words: string }> = {
  kind: 'ban-upheld',
  compose: ({ handle, words }) => ({
    subject: 'Your appeal was answered',
    lines: ['chi'],
    title: 'The ban stays',
    blocks: [
      { type: 'words', text: `${handle}, we have read your appeal and looked again. The ban stays. We say:` },
      { type: 'quote', text: words },
      { type: 'words', text: 'You can still download what you bought, and save or delete your data.' },
      { type: 'button', label: 'Open your account', path: PATH },
    ],
    footer: FOOTER,
  }),
}
