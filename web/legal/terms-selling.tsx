import { SAME_DAY_FEE_WORDS } from '#contract/payout-fee.ts'
import { PLAN_NAMES, PLANS } from '#contract/plans.ts'
import { MOST_TIMES, TIER_FACTS, TIERS } from '#contract/promotion-values.ts'
import { EarningsHold } from '#web/house/earnings-hold.tsx'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'
import { referrals } from '#web/plans/plan-rows.ts'
import { PlanTable } from '#web/plans/plan-table.tsx'

const tiers = TIERS.map((tier) => {
  const { name, rate, factor } = TIER_FACTS[tier]
  return `${name} ${price(rate / 100)}, with ${factor} impressions for each dollar`
}).join('; ')
const reruns = PLAN_NAMES.filter((plan) => PLANS[plan].hasReruns)
  .map((plan) => PLANS[plan].name)
  .join(' and ')

export const sellingTerms: LegalSection[] = [
  {
    id: 'uploads',
    title: 'What you may upload',
    text: (
      <>
        <p>By uploading a beat, a pack or a kit you promise that:</p>
        <ul>
          <li>you made it, or everyone who did agrees to its sale here, as do those with rights in it;</li>
          <li>every sample in it is your own, free to use this way, or cleared, and you can show how;</li>
          <li>nobody holds exclusive rights in it already;</li>
          <li>title, cover, tags, tempo and key say what it is, and pretend no other artist’s part in it;</li>
          <li>the files hold what they seem to hold, and nothing that harms a computer.</li>
        </ul>
        <p>
          You keep all your rights. You allow us to store the files, to make previews, waveforms, covers and an MP3 of
          them, to show and play those in the shop and its embedded player, and to hand the files to those who license
          them. That ends when you delete the item, except for buyers: what they bought stays theirs.
        </p>
      </>
    ),
  },
  {
    id: 'review',
    title: 'Review',
    text: (
      <p>
        An admin reviews every beat, pack and kit before it is published. Until then only you and the admins can hear
        it. We may reject an upload, or take it out of the store later, if it breaks these terms or the law; you are
        told the reason, and may mend it and try again.
      </p>
    ),
  },
  {
    id: 'selling',
    title: 'Prices and licenses',
    text: (
      <>
        <p>
          You choose which licenses you offer, and set the price of each. By offering one you grant it to everyone who
          pays for it, on the terms above. A license whose files are missing is not offered: WAV needs a WAV, Premium
          needs stems. Exclusive Rights deliver all there is.
        </p>
        <p>
          Once you have sold exclusive rights, here or elsewhere, you may not license that beat to anyone else. If you
          sell them elsewhere, take the beat out of the store first.
        </p>
      </>
    ),
  },
  {
    id: 'payouts',
    title: 'Earnings and payouts',
    text: (
      <>
        <p>
          We take 0% commission, on every plan. The price that a buyer paid is credited to you; only the payment
          processor’s fees apply.
        </p>
        <ul>
          <li>
            Payouts go through PayPal. Link your PayPal address on the{' '}
            <Link to={paths.account('payouts')}>Account page</Link>; without one, your earnings wait for you.
          </li>
          <li>
            You can share what an item earns with others. Shares count for later sales as soon as everybody has
            accepted; they are between you and these people, and we only credit each of them.
          </li>
          <li>
            <EarningsHold />.
          </li>
          <li>Balances are paid out every Monday, automatically.</li>
          <li>
            On Growth and Pro you can ask for a payout on the same day. It costs {SAME_DAY_FEE_WORDS} of the amount.
          </li>
          <li>A payment that is refunded, or taken back by the buyer’s bank, earns nothing.</li>
          <li>Taxes on what you earn are yours to declare and pay.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans',
    text: (
      <>
        <PlanTable />
        <ul>
          <li>A plan is paid for in advance, by the month or the year, and renews until you cancel it.</li>
          <li>Canceled, it runs to the end of the paid time. Until then you can resume it.</li>
          <li>If a renewal cannot be charged, the plan pauses.</li>
          <li>You can have one plan at a time. Going from Growth to Pro, unused days come off the first Pro charge.</li>
          <li>The Free plan’s limits count what you have and have not deleted.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'promotions',
    title: 'Promotions, credits and codes',
    text: (
      <>
        <p>
          A promotion puts an item where more people see it, marked ‘Promoted’. Before you pay you see the price, which
          is the rate times the days, less your promo credits, then your referral credits, then your plan’s discount;
          and the impressions that we guarantee. They are counted as they happen. A promotion runs on past its days
          until it has delivered them, at most for {MOST_TIMES} times its days. Then the share that is missing comes
          back as promo credits.
        </p>
        <ul>
          <li>For each item and day: {tiers}.</li>
          <li>
            If we take the item down, or it is sold exclusively, the share that was not delivered comes back as promo
            credits. If you cancel the promotion or delete the item, nothing is returned.
          </li>
          <li>While the item is off sale, the promotion waits, and its time stands still.</li>
          <li>
            {reruns}: a promotion that ended without a sale of its item can be run once more for nothing. It returns
            nothing.
          </li>
          <li>
            At most every fifth item of a list is promoted, and at most one item of each producer on a page. Ranks of
            other items don’t move. Items are drawn for each page by chance: those with more impressions to deliver in
            less time come more often, and only where kind, style and words fit.
          </li>
          <li>
            An impression is half of the card on the screen for a second: once for each viewer in an hour, never for the
            seller or for programs.
          </li>
          <li>
            A referral is credited when the new account’s email is verified: {referrals}. Once for each new account, and
            not for accounts of your own.
          </li>
          <li>Credits pay for promotions. They are not money, and are not paid out.</li>
          <li>
            Discount codes are made by producers on Growth and Pro, for their own items, with the limits they set.
          </li>
        </ul>
      </>
    ),
  },
]
