import { REST_HOURS } from '#contract/payout-values.ts'
import type { DeskPayout } from '#contract/desk-payouts.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, Info, TriangleAlert } from '#web/ui/icons.ts'
import { when } from '#web/ui/when.ts'
import { day, exactly, price } from '#web/items/format.ts'

const few = (n: number, one: string, many: string) => `${n === 0 ? 'no' : exactly(n)} ${n === 1 ? one : many}`

const TONES = {
  ok: { icon: CircleCheck, color: 'text-ok' },
  info: { icon: Info, color: 'text-info' },
  warn: { icon: TriangleAlert, color: 'text-warn' },
}

/** What is known about a payout that waits: first why it waits, then about its seller. */
export function PayoutFacts({ payout }: { payout: DeskPayout }) {
  const { tone, lines } = factsOf(payout)
  const { icon, color } = TONES[tone]
  return (
    <span className="flex max-w-110 items-start gap-2 text-[13px] text-soft max-md:text-right">
      <Icon of={icon} size={16} className={cx('mt-0.5 flex-none', color)} />
      <span>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    </span>
  )
}

function factsOf(payout: DeskPayout): { tone: keyof typeof TONES; lines: string[] } {
  const { status, failure, heldFor, restsUntil, looks, changedAt, paidBefore, cameBack } = payout
  if (status === 'processing') return { tone: 'warn', lines: [failure ?? 'PayPal never answered.'] }
  if (heldFor !== null) return { tone: 'warn', lines: [`Held: ${heldFor}`, knownOf(payout)] }
  if (restsUntil)
    return {
      tone: 'warn',
      lines: [
        isSoonAfter(changedAt, restsUntil) ? `PayPal linked ${when(changedAt)}` : 'Email or password has changed',
        `Rests until ${when(restsUntil)}`,
      ],
    }
  const before = paidBefore + cameBack
  const history = before
    ? `${few(before, 'payout', 'payouts')} before, ${cameBack === 0 ? 'none' : exactly(cameBack)} came back`
    : 'No payouts before'
  if (looks.includes('flag'))
    return { tone: 'warn', lines: ['The last payout came back, or a sale is disputed', history] }
  if (looks.includes('first')) return { tone: 'info', lines: ['First payout to this PayPal address', knownOf(payout)] }
  const linked = changedAt && `PayPal linked ${day(changedAt)}`
  return { tone: 'ok', lines: [largeWords(payout), linked, history].filter((line) => line !== null) }
}

const HOUR = 60 * 60_000
/** Whether a rest that ends then is the one of this change, and not of a later change of email or password. */
const isSoonAfter = (changedAt: string | null, restsUntil: string): changedAt is string =>
  changedAt !== null && Date.parse(restsUntil) - Date.parse(changedAt) <= REST_HOURS * HOUR

/** The limit looks at what leaves the balance. With the fee of a same-day payout that is more than is sent. */
const largeWords = ({ looks, fee, gross }: DeskPayout) =>
  looks.includes('large') ? `A large payout${fee > 0 ? `: ${price(gross)} with its fee` : ''}` : null

const knownOf = ({ seller, sales, refunds }: DeskPayout) =>
  `Email ${seller.emailVerified ? 'confirmed' : 'not confirmed'}, ${few(sales, 'sale', 'sales')}, ${few(refunds, 'refund', 'refunds')}`
