import type { Template } from '#server/mail/letter.ts'

// These mails warn the owner of an account: each tells of a change that a thief could have made.

const FOOTER = 'Slide, the drill marketplace. Mails about your account’s safety can’t be switched off.'

export const passwordChangedMail: Template<{ at: Date }> = {
  kind: 'password-changed',
  compose: ({ at }) => ({
    subject: 'Your Slide password has changed',
    lines: ['afr'],
    title: 'Your password has changed',
    blocks: [
      { type: 'words', text: `The password of your account was changed on ${momentOf(at)}.` },
      { type: 'words', text: 'Every other device was signed out. If it was you, there is nothing to do.' },
      { type: 'button', label: 'It wasn’t me: choose a new password', path: '/forgot-password' },
      { type: 'note', text: 'If you can’t get in at all, write to us through the contact page.' },
    ],
    footer: FOOTER,
  }),
}

/** Goes to the owner of an address that somebody wants for another account. */
export const addressWantedMail: Template<object> = {
  kind: 'address-wanted',
  compose: () => ({
    subject: 'Somebody typed your email on Slide',
    lines: ['can'],
    title: 'This address is taken',
    blocks: [
      {
        type: 'words',
        text: 'Somebody wanted to use this address for another account on Slide. It belongs to yours, so nothing has changed.',
      },
      { type: 'words', text: 'If it was you: sign in to the account that has this address, or use another address.' },
      { type: 'button', label: 'Sign in', path: '/login' },
    ],
    footer: FOOTER,
  }),
}

/** Goes to the old address, with a token if its owner had confirmed it. */
export const emailChangedMail: Template<{ at: Date; token: string | null }> = {
  kind: 'email-changed',
  compose({ at, token }) {
    const path = `/undo-email?token=${token}`
    return {
      subject: 'The email of your Slide account has changed',
      lines: ['afr'],
      title: 'Your email has changed',
      blocks: [
        {
          type: 'words',
          text: `Your account has used another address since ${momentOf(at)}. If it was you, there is nothing to do.`,
        },
        ...(token
          ? ([
              { type: 'button', label: 'It wasn’t me: undo this', path },
              { type: 'validity', text: 'The link works once, for seven days. It asks for a new password.', path },
            ] as const)
          : []),
        { type: 'note', text: 'If you need help, write to us through the contact page.' },
      ],
      footer: FOOTER,
      ...(token && { secret: token }),
    }
  },
}

/** Goes to the address that the account has lost. */
export const emailRestoredMail: Template<{ at: Date }> = {
  kind: 'email-restored',
  compose: ({ at }) => ({
    subject: 'Your Slide account went back to its former email',
    lines: ['afr'],
    title: 'The change of your email was undone',
    blocks: [
      {
        type: 'words',
        text: `On ${momentOf(at)} the owner of the account’s former address undid the change. The account has that address and a new password now, and every device was signed out.`,
      },
      { type: 'note', text: 'It wasn’t you? Write to us through the contact page.' },
    ],
    footer: FOOTER,
  }),
}

/** Goes to a confirmed address. Device and place are what the browser and its line say. */
export const newSignInMail: Template<{ at: Date; device: string; place: string }> = {
  kind: 'new-sign-in',
  compose: ({ at, device, place }) => ({
    subject: 'A new sign-in to your Slide account',
    lines: ['afr'],
    title: 'A new device',
    blocks: [
      {
        type: 'words',
        text: `Somebody signed in to your account on ${momentOf(at)} with a browser that we had not seen before: ${device}, from ${place}. If it was you, there is nothing to do.`,
      },
      { type: 'button', label: 'See where I am signed in', path: '/account?tab=safety' },
      { type: 'note', text: 'It wasn’t you? End that session there, and change your password.' },
    ],
    footer: FOOTER,
  }),
}

const secondStepWords = {
  on: {
    subject: 'Two-step sign-in is on',
    text: 'From now on a sign-in to your account asks for a code of your authenticator app. Every other device was signed out.',
  },
  off: {
    subject: 'Two-step sign-in is off',
    text: 'From now on the password alone signs in to your account.',
  },
  codes: {
    subject: 'New recovery codes for Slide',
    text: 'Your account has ten new recovery codes. The old ones have ended.',
  },
}

export const secondStepMail: Template<{ at: Date; change: keyof typeof secondStepWords }> = {
  kind: 'second-step',
  compose: ({ at, change }) => ({
    subject: secondStepWords[change].subject,
    lines: ['afr'],
    title: secondStepWords[change].subject,
    blocks: [
      { type: 'words', text: secondStepWords[change].text },
      { type: 'words', text: `This was changed on ${momentOf(at)}. If it was you, there is nothing to do.` },
      { type: 'button', label: 'It wasn’t me: choose a new password', path: '/forgot-password' },
      { type: 'note', text: 'If you can’t get in at all, write to us through the contact page.' },
    ],
    footer: FOOTER,
  }),
}

/** The operator has helped somebody who had lost the device. */
export const releasedMail: Template<{ at: Date }> = {
  kind: 'account-released',
  compose: ({ at }) => ({
    subject: 'Your Slide account signs in with the password alone',
    lines: ['afr'],
    title: 'Your second step is off',
    blocks: [
      {
        type: 'words',
        text: `On ${momentOf(at)} we took two-step sign-in and all passkeys off your account, because we were told that the device was lost. Every device was signed out.`,
      },
      { type: 'words', text: 'Sign in with your password, and set both up again.' },
      { type: 'button', label: 'Sign in', path: '/login' },
      { type: 'note', text: 'It wasn’t you? Choose a new password at once, and write to us through the contact page.' },
    ],
    footer: FOOTER,
  }),
}

export const passkeyMail: Template<{ at: Date; change: 'added' | 'removed' }> = {
  kind: 'passkey',
  compose: ({ at, change }) => ({
    subject:
      change === 'added' ? 'A new passkey for your Slide account' : 'A passkey of your Slide account was removed',
    lines: ['afr'],
    title: change === 'added' ? 'A new passkey' : 'A passkey was removed',
    blocks: [
      {
        type: 'words',
        text:
          change === 'added'
            ? `Since ${momentOf(at)} another passkey signs in to your account. If it was you, there is nothing to do.`
            : `On ${momentOf(at)} a passkey of your account was removed. It does not sign in any more. If it was you, there is nothing to do.`,
      },
      { type: 'button', label: 'See my passkeys', path: '/account?tab=safety' },
      { type: 'note', text: 'It wasn’t you? Remove what you don’t know there, and choose a new password.' },
    ],
    footer: FOOTER,
  }),
}

const googleWords = {
  on: {
    subject: 'Google is linked to your Slide account',
    text: (email: string) => `From now on the Google account ${email} signs in to your account.`,
  },
  off: {
    subject: 'Google is no longer linked to your Slide account',
    text: (email: string) => `The Google account ${email} no longer signs in to your account.`,
  },
}

export const googleMail: Template<{ at: Date; change: keyof typeof googleWords; with: string }> = {
  kind: 'google',
  compose: ({ at, change, with: email }) => ({
    subject: googleWords[change].subject,
    lines: ['afr'],
    title: googleWords[change].subject,
    blocks: [
      { type: 'words', text: googleWords[change].text(email) },
      { type: 'words', text: `This was changed on ${momentOf(at)}. If it was you, there is nothing to do.` },
      { type: 'button', label: 'It wasn’t me: choose a new password', path: '/forgot-password' },
      {
        type: 'note',
        text: 'A new password by mail also removes a Google account that has another address than yours here.',
      },
    ],
    footer: FOOTER,
  }),
}

const momentOf = (at: Date) =>
  `${at.toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`
