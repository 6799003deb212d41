import type { Template } from '#server/mail/letter.ts'
import { dollarWords } from '#server/money.ts'

const FOOTER = 'Slide, the drill marketplace. You get this mail because you bought something here.'
const SOLD_HERE = 'Slide, the drill marketplace. You get this mail because you sell here.'

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
    ? dollarWords(totalCents)
    : `${dollarWords(cents)}${adjustments.map((one) => ` − ${dollarWords(one.cents)} (${one.reason})`).join('')} = ${dollarWords(totalCents)}`

const isDelivered = ({ refusal }: Line) => refusal === null

function refusalOf({ title, refusal, totalCents }: Line) {
  const back = totalCents > 0 ? ` Your ${dollarWords(totalCents)} for it is on its way back to you.` : ''
  return `“${title}” could not be delivered. ${refusal}${back}`
}

function receiptWords({ handle, number, totalCents, lines, isRenewal }: ReceiptFacts) {
  const paid = `${dollarWords(totalCents)} for order ${number}.`
  if (isRenewal)
    return {
      subject: `Your ${lines[0]!.title} was renewed`,
      title: 'Thank you for staying!',
      text: `${handle}, your ${lines[0]!.title} was renewed. You paid ${paid}`,
    }
  return {
    subject: `Your receipt for order ${number}`,
    title: 'Thank you for your purchase!',
    text: `${handle}, you paid ${paid}${lines.some(isDelivered) ? ' It is in your library now.' : ''}`,
  }
}

export const receiptMail: Template<ReceiptFacts> = {
  kind: 'receipt',
  compose: (facts) => ({
    subject: receiptWords(facts).subject,
    lines: ['uk', 'ny', 'chi'],
    title: receiptWords(facts).title,
    blocks: [
      { type: 'words', text: receiptWords(facts).text },
      ...facts.lines
        .filter(isDelivered)
        .map((line) => ({ type: 'note' as const, text: `${line.title}, ${line.label}: ${sumOf(line)}` })),
      ...facts.lines
        .filter((line) => !isDelivered(line))
        .map((line) => ({ type: 'words' as const, text: refusalOf(line) })),
      { type: 'button', label: 'Open your order', path: `/order/complete?orderId=${facts.orderId}` },
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
        text: `${title}, ${label}: ${earnedCents === totalCents ? '' : `${dollarWords(earnedCents)} of `}${dollarWords(totalCents)}`,
      })),
      lines.every(({ isShare }) => isShare)
        ? { type: 'button', label: 'Open your splits', path: '/account?tab=splits' }
        : { type: 'button', label: 'Open the dashboard', path: '/sell' },
    ],
    footer: SOLD_HERE,
  }),
}

type RefundFacts = {
  handle: string
  number: string
  cents: number
  reason: string
  lines: { title: string }[]
  given: { title: string; label: string }[]
}

export const refundMail: Template<RefundFacts> = {
  kind: 'refund',
  compose: ({ handle, number, cents, reason, lines, given }) => ({
    subject: `${dollarWords(cents)} of order ${number} is on its way back`,
    lines: ['chi'],
    title: 'Your refund is on its way',
    blocks: [
      {
        type: 'words',
        text: `${handle}, we sent ${dollarWords(cents)} of order ${number} back the way you paid. Banks need up to ten days to show it. The reason:`,
      },
      { type: 'quote', text: reason },
      ...lines.map(({ title }) => ({ type: 'note' as const, text: title })),
      ...given.map(({ title, label }) => ({
        type: 'note' as const,
        text: `${title}, ${label}: it was free with this, so it went back, too`,
      })),
      { type: 'button', label: 'Open your library', path: '/library' },
    ],
    footer: FOOTER,
  }),
}
