import { useState } from 'react'
import { SAME_DAY_FEE_WORDS, sameDayFee } from '#contract/payout-fee.ts'
import type { PayoutSummary } from '#contract/payouts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { show } from '#web/ui/show.ts'
import { hour, weekday } from './days.ts'
import { PAYOUT_READS } from './reads.ts'

type Figures = { gross: number; fee: number; amount: number }

/** Pays the balance out today, less a fee. Plans with it see what it would bring. */
export function SameDay({ summary }: { summary: PayoutSummary }) {
  const cents = Math.max(0, Math.round((summary.balance - summary.onHold) * 100))
  const fee = sameDayFee(cents)
  const figures = { gross: cents / 100, fee: fee / 100, amount: (cents - fee) / 100 }
  const obstacle = obstacleOf(summary, cents)
  return (
    <section aria-labelledby="same-day" className="rounded-sm bg-curb p-5">
      <h2 id="same-day" className="text-xl font-bold">
        Same-day payout
      </h2>
      {summary.canSameDay ? (
        <>
          <FigureList figures={figures} />
          <Button
            look="paper"
            className="num mt-2.5 w-full"
            disabled={obstacle !== null}
            onClick={() => show(<AskDialog figures={figures} />)}
          >
            Pay out {price(figures.amount)} today
          </Button>
          <p className="mt-2.5 text-[13px] text-dim">
            {obstacle ?? `Or wait for Monday and keep the ${price(figures.fee)}.`}
          </p>
        </>
      ) : (
        <p className="mt-2 text-[14px] text-soft">
          On Growth and Pro you can have your balance the same day, for a fee of {SAME_DAY_FEE_WORDS}.{' '}
          <Link to={paths.account('plans')} className="underline underline-offset-3">
            See the plans
          </Link>
        </p>
      )}
    </section>
  )
}

/** Why the button can't be pressed. */
function obstacleOf({ isPaypalLinked, legalName, country, restsUntil, onHold }: PayoutSummary, cents: number) {
  if (!isPaypalLinked) return 'Link your PayPal first.'
  if (cents === 0) return onHold > 0 ? 'Your balance waits for open problems to end.' : 'No available balance.'
  if (legalName === null || country === null) return 'Give your legal name and country first.'
  return restsUntil && `Payouts rest until ${weekday(restsUntil)}, ${hour(restsUntil)} UTC.`
}

const FigureList = ({ figures: { gross, fee, amount } }: { figures: Figures }) => (
  <dl className="num mt-3.5">
    <Figure label="Balance" value={price(gross)} />
    <Figure label={`Fee, ${SAME_DAY_FEE_WORDS}`} value={`−${price(fee)}`} />
    <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5 text-[17px] font-bold">
      <dt>You get</dt>
      <dd>{price(amount)}</dd>
    </div>
  </dl>
)

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5 first:border-t-0">
    <dt className="text-soft">{label}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
)

function AskDialog({ figures }: { figures: Figures }) {
  const [open, setOpen] = useState(true)
  const request = useAction({
    send: () => call('POST /payouts/same-day'),
    success: 'Payout requested.',
    failure: 'Failed to request payout.',
    refresh: PAYOUT_READS,
  })
  async function pay() {
    if ((await request.run(undefined)).done) setOpen(false)
  }
  return (
    <Dialog
      size="short"
      open={open}
      onOpenChange={(next) => request.pending || setOpen(next)}
      title="Pay out today?"
      description="The whole balance goes to your PayPal."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button look="paper" className="num" loading={request.pending} onClick={() => void pay()}>
            Pay out {price(figures.amount)}
          </Button>
        </>
      }
    >
      <FigureList figures={figures} />
    </Dialog>
  )
}
