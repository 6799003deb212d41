import type { Template } from '#server/mail/letter.ts'

const FOOTER = 'Slide, the drill marketplace. You get this mail because you bought something here.'
const SOLD_HERE = 'Slide, the drill marketplace. You get this mail because you sell here.'

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`

type Line = { title: string; label: string; totalCents: number; refusal: string | null }
type Off = { reason: string; cents: number }
type ReceiptLine = Line & { cents: number; adjustments: readonly Off[] }
type ReceiptFacts = {
  handle: string
  number: string
  orderId: number
  totalCents: number
  lines: ReceiptLine[]
  isRenewal: boolean
}

/** What was taken off a price, as in '$44.95 − $6.74 (HARBOUR15, 15% off) = $38.21'. */
const sumOf = ({ cents, totalCents, adjustments }: ReceiptLine) =>
  adjustments.length === 0
    ? money(totalCents)
    : `${money(cents)}${adjustments.map((one) => ` − ${money(one.cents)} (${one.reason})`).join('')} = ${money(totalCents)}`

export const receiptMail: Template<ReceiptFacts> = {
  kind: 'receipt',
  compose: ({ handle, number, orderId, totalCents, lines, isRenewal }) => ({
    subject: isRenewal ? `Your ${lines[0]!.title} was renewed` : `Your receipt for order ${number}`,
    lines: ['uk', 'ny', 'chi'],
    title: isRenewal ? 'Thank you for staying!' : 'Thank you for your purchase!',
    blocks: [
      {
        type: 'words',
        text: isRenewal
          ? `${handle}, your ${lines[0]!.title} was renewed. You paid ${money(totalCents)} for order ${number}.`
          : `${handle}, you paid ${money(totalCents)} for order ${number}.${lines.some(({ refusal }) => refusal === null) ? ' It is in your library now.' : ''}`,
      },
      ...lines
        .filter(({ refusal }) => refusal === null)
        .map((line) => ({
          type: 'note' as const,
          text: `${line.title}, ${line.label}: ${sumOf(line)}`,
        })),
      ...lines
        .filter(({ refusal }) => refusal !== null)
        .map(({ title, refusal, totalCents }) => ({
          type: 'words' as const,
          text: `“${title}” could not be delivered. ${refusal} Your ${money(totalCents)} for it is on its way back to you.`,
        })),
      { type: 'button', label: 'Open your order', path: `/order/complete?orderId=${orderId}` },
    ],
    footer: FOOTER,
  }),
}

/** `isShare`: somebody else sells it, and the reader earns a share. */
type SoldLine = Omit<Line, 'refusal'> & { earnedCents: number; isShare: boolean }
type SaleFacts = { handle: string; lines: SoldLine[] }

function saleWords(lines: readonly SoldLine[]) {
  const [first] = lines
  const one = lines.length === 1
  if (lines.every(({ isShare }) => isShare))
    return {
      subject: one ? `You earned a share of “${first!.title}”` : `You earned shares of ${lines.length} sales`,
      title: 'You earned a share',
      text: 'somebody bought what you have a share in.',
    }
  const isWhole = lines.every(({ earnedCents, totalCents }) => earnedCents === totalCents)
  return {
    subject: one ? `You sold “${first!.title}”` : `You made ${lines.length} sales`,
    title: 'You made a sale',
    text: `somebody bought from you. You are credited ${isWhole ? 'the full price' : 'your share'}.`,
  }
}

export const saleMail: Template<SaleFacts> = {
  kind: 'sale',
  compose: ({ handle, lines }) => ({
    subject: saleWords(lines).subject,
    lines: ['uk'],
    title: saleWords(lines).title,
    blocks: [
      { type: 'words', text: `${handle}, ${saleWords(lines).text}` },
      ...lines.map(({ title, label, totalCents, earnedCents }) => ({
        type: 'note' as const,
        text: `${title}, ${label}: ${earnedCents === totalCents ? '' : `${money(earnedCents)} of `}${money(totalCents)}`,
      })),
      lines.every(({ isShare }) => isShare)
        ? { type: 'button', label: 'Open your splits', path: '/account?tab=splits' }
        : { type: 'button', label: 'Open the dashboard', path: '/sell' },
    ],
    footer: SOLD_HERE,
  }),
}

type RefundFacts = { handle: string; number: string; cents: number; reason: string; lines: { title: string }[] }

export const refundMail: Template<RefundFacts> = {
  kind: 'refund',
  compose: ({ handle, number, cents, reason, lines }) => ({
    subject: `${money(cents)} of order ${number} is on its way back`,
    lines: ['chi'],
    title: 'Your refund is on its way',
    blocks: [
      {
        type: 'words',
        text: `${handle}, we sent ${money(cents)} of order ${number} back the way you paid. Banks need up to ten days to show it. The reason:`,
      },
      { type: 'quote', text: reason },
      ...lines.map(({ title }) => ({ type: 'note' as const, text: title })),
      { type: 'button', label: 'Open your library', path: '/library' },
    ],
    footer: FOOTER,
  }),
}
