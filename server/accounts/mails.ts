import type { Template } from '#server/mail/letter.ts'

const FROM = 'Slide, the drill marketplace.'

// These mails go to addresses that nobody has confirmed. They leave the handle out: its owner chose it, and mail programs
// make a link of a handle that looks like a site.

export const confirmEmailMail: Template<{ token: string }> = {
  kind: 'confirm-email',
  compose({ token }) {
    const path = `/confirm-email?token=${token}`
    return {
      subject: 'Confirm your email for Slide',
      lines: ['can'],
      title: 'Is this you?',
      blocks: [
        {
          type: 'words',
          text: 'Somebody signed up on Slide with this address. If it was you, confirm it: then we know that receipts, sales and a new password reach you.',
        },
        { type: 'button', label: 'Confirm my email', path },
        {
          type: 'validity',
          text: 'The link works once, for 24 hours.',
          path,
        },
        { type: 'note', text: 'It wasn’t you? Do nothing. Without this click the address stays unconfirmed.' },
      ],
      footer: `${FROM} You get this mail because somebody typed this address when signing up.`,
      secret: token,
    }
  },
}

export const resetPasswordMail: Template<{ token: string }> = {
  kind: 'reset-password',
  compose({ token }) {
    const path = `/reset-password?token=${token}`
    return {
      subject: 'Choose a new password for Slide',
      lines: ['ny'],
      title: 'A new password?',
      blocks: [
        {
          type: 'words',
          text: 'Somebody asked for a new password for your account. If it was you, choose one now. All devices that are signed in will be signed out.',
        },
        { type: 'button', label: 'Choose a new password', path },
        {
          type: 'validity',
          text: 'The link works once, for one hour.',
          path,
        },
        { type: 'note', text: 'It wasn’t you? Do nothing. Your password stays as it is.' },
      ],
      footer: `${FROM} You get this mail because somebody asked for a new password with this address.`,
      secret: token,
    }
  },
}

export const changeEmailMail: Template<{ token: string }> = {
  kind: 'change-email',
  compose({ token }) {
    const path = `/confirm-new-email?token=${token}`
    return {
      subject: 'Confirm your new email for Slide',
      lines: ['can'],
      title: 'Your new address?',
      blocks: [
        {
          type: 'words',
          text: 'Somebody wants to use this address for an account on Slide. If it was you, confirm it: from then on you sign in with it, and our mails come here.',
        },
        { type: 'button', label: 'Use this address', path },
        { type: 'validity', text: 'The link works once, for 24 hours.', path },
        { type: 'note', text: 'It wasn’t you? Do nothing. Without this click nothing changes.' },
      ],
      footer: `${FROM} You get this mail because somebody typed this address as their new one.`,
      secret: token,
    }
  },
}

/** Goes to a confirmed address. */
export const welcomeMail: Template<{ handle: string }> = {
  kind: 'welcome',
  topic: 'updates',
  compose: ({ handle }) => ({
    subject: 'News about Slide will come to this address',
    lines: ['uk', 'ny', 'chi', 'fr', 'afr'],
    title: `Welcome, ${handle}`,
    blocks: [
      {
        type: 'words',
        text: 'Your email is confirmed. You asked for news about Slide, so we write when something new is worth your time.',
      },
      { type: 'button', label: 'Listen to the charts', path: '/charts' },
    ],
    footer: `${FROM} You get news because you ticked the box when signing up.`,
  }),
}
