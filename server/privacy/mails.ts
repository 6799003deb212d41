import { DAYS_TO_CHANGE_MIND } from '#contract/own-data.ts'
import type { Template } from '#server/mail/letter.ts'

const FROM = 'Slide, the drill marketplace.'
const ALWAYS = `${FROM} Mails about your account’s safety can’t be switched off.`
const PATH = '/account?tab=data'

export const exportReadyMail: Template<{ handle: string }> = {
  kind: 'export-ready',
  compose: ({ handle }) => ({
    subject: 'Your data is ready',
    lines: ['uk'],
    title: 'Your data is ready',
    blocks: [
      {
        type: 'words',
        text: `${handle}, everything that Slide holds about you is in one ZIP. Sign in and save it within a week; then it is removed.`,
      },
      { type: 'button', label: 'Open your data', path: PATH },
      { type: 'note', text: 'You didn’t ask for it? Then somebody knows your password. Choose a new one.' },
    ],
    footer: ALWAYS,
  }),
}

export const leavingMail: Template<{ dueAt: Date }> = {
  kind: 'deletion-asked',
  compose: ({ dueAt }) => ({
    subject: 'Your Slide account will be deleted',
    lines: ['chi'],
    title: 'See you?',
    blocks: [
      {
        type: 'words',
        text: `You asked us to delete your account. We do so on ${dayOf(dueAt)}. Until then your items are off sale, and you can change your mind.`,
      },
      {
        type: 'words',
        text: `Sign in within ${DAYS_TO_CHANGE_MIND} days and press “Keep my account”: everything is back.`,
      },
      { type: 'button', label: 'Keep my account', path: PATH },
      { type: 'note', text: 'It wasn’t you? Keep your account and choose a new password.' },
    ],
    footer: ALWAYS,
  }),
}

export const stayedMail: Template<object> = {
  kind: 'deletion-canceled',
  compose: () => ({
    subject: 'Your Slide account stays',
    lines: ['uk'],
    title: 'Your account stays',
    blocks: [
      { type: 'words', text: 'The deletion of your account was called off, and your items are on sale again.' },
      { type: 'button', label: 'Open your account', path: '/account' },
    ],
    footer: ALWAYS,
  }),
}

/** The last mail. It goes to the address before the shop forgets it. */
export const goodbyeMail: Template<object> = {
  kind: 'account-deleted',
  compose: () => ({
    subject: 'Your Slide account is deleted',
    lines: ['ny'],
    title: 'Your account is deleted',
    blocks: [
      {
        type: 'words',
        text: 'Your profile, your personal details and your way to sign in are gone. Licenses that you sold stay valid, and the law has us keep records of orders, without your name in them where it allows that.',
      },
      { type: 'note', text: 'This is the last mail. We forget this address within two days.' },
    ],
    footer: FROM,
  }),
}

const dayOf = (at: Date) =>
  `${at.toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`
