import { REST_HOURS } from '#contract/payout-values.ts'
import type { Template } from '#server/mail/letter.ts'

const SOLD_HERE = 'Slide, the drill marketplace. You get this mail because you sell here.'
const SAFETY = 'Slide, the drill marketplace. Mails about your account’s safety can’t be switched off.'
const PAYOUTS = '/account?tab=payouts'

type Facts = {
  handle: string
  title: string
  message: string
  number: string
  cents: number
  address: string
  isPaid: boolean
}

export const payoutMail: Template<Facts> = {
  kind: 'payout',
  compose: ({ handle, title, message, number, cents, address, isPaid }) => ({
    subject: isPaid ? `$${(cents / 100).toFixed(2)} is on your PayPal account` : title,
    lines: [isPaid ? 'can' : 'ny'],
    title,
    blocks: [
      { type: 'words', text: `${handle}, this is about payout ${number}. ${message}` },
      { type: 'note', text: `$${(cents / 100).toFixed(2)} to ${address}` },
      { type: 'button', label: 'Open your payouts', path: PAYOUTS },
    ],
    footer: SOLD_HERE,
  }),
}

type Change = { handle: string; former: string | null; address: string | null; at: Date }

export const paypalChangedMail: Template<Change> = {
  kind: 'paypal-changed',
  compose: ({ handle, former, address, at }) => ({
    subject: address ? 'Your PayPal address at Slide has changed' : 'Your PayPal was unlinked from Slide',
    lines: ['afr'],
    title: address ? 'Another PayPal address' : 'PayPal unlinked',
    blocks: [
      {
        type: 'words',
        text: `${handle}, on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC your payouts got ${
          address ? `the address ${address}` : 'no address any more'
        }${former && address ? ` in place of ${former}` : ''}.`,
      },
      { type: 'words', text: `Payouts rest for ${REST_HOURS} hours, so nothing is sent before you read this.` },
      { type: 'button', label: 'Open your payouts', path: PAYOUTS },
      {
        type: 'note',
        text: 'It wasn’t you? Choose a new password at once: that ends all other sessions. Then link your own address.',
      },
    ],
    footer: SAFETY,
  }),
}
