import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day, price } from '#web/items/format.ts'
import { cx } from '#web/ui/cx.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'

/** The visitor's link for inviting others, and its results. */
export function ReferralDialog() {
  const [open, setOpen] = useState(true)
  const { data, isPending, isError } = useQuery(apiQuery(call, 'GET /me/referral', undefined))
  return (
    <Dialog
      size="short"
      open={open}
      onOpenChange={setOpen}
      title="Referral"
      description="Invite friends: when they sign up by your link and confirm their email, you get promo credits."
    >
      {isPending && <TextSkeleton lines={4} />}
      {isError && <p role="alert">Failed to load referral info</p>}
      {data && (
        <div className="grid gap-6">
          <CopyField
            label="Referral link"
            value={new URL(data.referralLink, location.origin).href}
            said="Referral link copied!"
          />
          <p className="text-soft">
            At your plan a friend brings you <b className="text-ink">{price(data.perFriend)}</b>. Credits pay for
            promotions.
          </p>
          <Stats className="md:grid-cols-2!">
            <Stat label="Referral credits" value={price(data.referralCredits)} />
            <Stat label="Friends who joined" value={data.referralCount} />
          </Stats>
          {data.history.length > 0 && <History history={data.history} />}
        </div>
      )}
    </Dialog>
  )
}

const STATES = { credited: 'Credited', held: 'In review', refused: 'Not credited' }

const History = ({ history }: { history: ReplyOf<'GET /me/referral'>['history'] }) => (
  <section aria-labelledby="referral-history">
    <h3 id="referral-history" className="font-bold">
      Friends who confirmed their email
    </h3>
    <ul className="mt-2 grid max-h-60 overflow-y-auto">
      {history.map(({ at, amount, state }) => (
        <li key={at} className="num flex justify-between gap-4 border-t border-rail/60 py-2.5">
          <span className="text-soft">{day(at)}</span>
          <span>{STATES[state]}</span>
          <b className={cx(state !== 'credited' && 'text-dim', state === 'refused' && 'line-through')}>
            {price(amount)}
          </b>
        </li>
      ))}
    </ul>
  </section>
)
