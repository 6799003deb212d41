import type { ReactNode } from 'react'
import type { PayoutSummary } from '#contract/payouts.ts'
import { inWords, price } from '#web/items/format.ts'
import { shortDay } from '#web/ui/short-day.ts'
import { capital } from '#web/lists/list-words.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Wallet } from '#web/ui/icons.ts'
import { weekday } from './days.ts'

/** The line is the way of the money. It is dashed where the money is not the seller's yet. */
export const MoneyWay = ({ summary }: { summary: PayoutSummary }) => (
  <ol className="grid max-md:gap-y-5 md:grid-cols-[1fr_1.15fr_1.15fr]">
    <Stop
      line="dashed"
      figure={price(summary.pending)}
      label="Pending"
      dot={<span className="block size-5.5 rounded-full border-4 border-soft bg-night" />}
    >
      {pendingWords(summary)}
    </Stop>
    <Stop
      line="solid"
      isBig
      figure={price(summary.balance)}
      label="Balance"
      dot={<span className="block size-5.5 rounded-full border-4 border-ink bg-night" />}
    >
      {balanceWords(summary)}
    </Stop>
    <Stop
      figure={summary.autoPayout ? weekday(summary.nextWeekly) : 'None'}
      label="Next weekly payout"
      dot={
        <span className="-mt-1 grid size-7.5 place-items-center rounded-full bg-ink text-night max-md:-ml-1">
          <Icon of={Wallet} size={15} />
        </span>
      }
    >
      {targetWords(summary)}
    </Stop>
  </ol>
)

function pendingWords({ pendingSales, clearsAt }: PayoutSummary) {
  if (clearsAt === null) return 'A sale clears after some days.'
  const sales = pendingSales === 1 ? 'sale' : 'sales'
  return `${capital(inWords(pendingSales))} ${sales}. Clears by ${shortDay(clearsAt)}.`
}

function balanceWords({ balance, onHold, autoPayout }: PayoutSummary) {
  if (balance < 0) return 'More was refunded than was left. Your next sales fill it up.'
  if (onHold > 0) return `${price(onHold)} of it waits for open problems.`
  return autoPayout ? 'Yours. Paid out every Monday.' : 'Yours. It stays here until it is paid out.'
}

function targetWords({ isPaypalLinked, autoPayout, paypalEmail }: PayoutSummary) {
  if (!isPaypalLinked) return 'Link your PayPal first.'
  return autoPayout ? `To ${paypalEmail}, no fee.` : 'Weekly payouts are off.'
}

type Props = {
  dot: ReactNode
  line?: 'solid' | 'dashed'
  figure: string
  isBig?: boolean
  label: string
  children: string
}

const LINES = {
  solid: 'before:bg-ink',
  dashed:
    'before:bg-[repeating-linear-gradient(180deg,var(--color-ink)_0_10px,transparent_10px_18px)] md:before:bg-[repeating-linear-gradient(90deg,var(--color-ink)_0_10px,transparent_10px_18px)]',
}

const Stop = ({ dot, line, figure, isBig = false, label, children }: Props) => (
  <li
    className={cx(
      'relative flex flex-col max-md:pl-11 md:pt-9 md:pr-4',
      line &&
        'before:absolute before:max-md:top-1 before:max-md:-bottom-6 before:max-md:left-[9px] before:max-md:w-1 md:before:inset-x-0 md:before:top-[9px] md:before:h-1',
      line && LINES[line],
    )}
  >
    <span aria-hidden className="absolute top-0 left-0">
      {dot}
    </span>
    <p className="order-2 mt-2.5 font-bold">{label}</p>
    <p
      className={cx(
        'disp num order-1 flex items-end normal-case md:h-16.5',
        isBig ? 'text-[60px] xl:text-[80px]' : 'text-[36px] xl:text-[44px]',
      )}
    >
      {figure}
    </p>
    <p className="order-3 text-[13px] wrap-anywhere text-dim">{children}</p>
  </li>
)
