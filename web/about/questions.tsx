import type { ReactNode } from 'react'
import { HOLD_MINUTES } from '#contract/cart-limits.ts'
import { SAME_DAY_FEE_WORDS } from '#contract/payout-fee.ts'
import { DURATIONS, MOST_TIMES, TIER_FACTS, TIERS } from '#contract/promotion-values.ts'
import { EarningsHold } from '#web/house/earnings-hold.tsx'
import { price } from '#web/items/format.ts'
import { LicenseTable } from '#web/items/license-table.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { promotionsOff } from '#web/plans/plan-rows.ts'
import { PlanTable } from '#web/plans/plan-table.tsx'
import { sizeLimit } from '#web/uploads/size-limit.ts'

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const tiers = or.format(TIERS.map((tier) => `${price(TIER_FACTS[tier].rate / 100)} (${TIER_FACTS[tier].name})`))
const durations = or.format(DURATIONS.map(String))

export const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'Is it really 0% commission?',
    answer: (
      <p>
        Yes, on every sale and on every plan, Free included. If a license costs $29.95, the producer is credited $29.95.
        Only the fees of the payment processor apply, and nothing of those comes to us. Slide lives from plans and
        promotions, which nobody has to buy.
      </p>
    ),
  },
  {
    question: 'How do I pay?',
    answer: (
      <p>
        By card, by wallet such as Google Pay, or with PayPal. You pay directly, in US dollars, and the price you see is
        what you pay: no tax is added. Your card’s number goes to the payment provider alone; this site never sees it.
      </p>
    ),
  },
  {
    question: 'What may I do with a beat I license?',
    answer: (
      <>
        <p>
          That is up to the license. The numbers are the same for every beat and pack; the producer sets the prices.
        </p>
        <LicenseTable />
        <p>
          A license is offered only if its files are there. Kits have no tiers: you buy the kit, and use its sounds in
          your own music. The <Link to={paths.terms()}>Terms</Link> have the details.
        </p>
      </>
    ),
  },
  {
    question: 'What happens when I buy exclusive rights?',
    answer: (
      <p>
        The beat leaves the store, and nobody can license it anymore. Licenses that others bought before stay valid.
        While you check out it is held for you, for {HOLD_MINUTES} minutes at most. Should two payments cross all the
        same, the later one is refunded in full, without anybody having to ask.
      </p>
    ),
  },
  {
    question: 'Do I keep the files?',
    answer: (
      <p>
        For good. Files and license papers wait in your <Link to={paths.library()}>library</Link>, to be downloaded as
        often as you like: also when the beat was sold exclusively later, or its producer has left.
      </p>
    ),
  },
  {
    question: 'When do producers get paid?',
    answer: (
      <p>
        Every Monday, by PayPal. Link your PayPal address on the <Link to={paths.account('payouts')}>Account page</Link>{' '}
        once. <EarningsHold />, and the whole balance goes out with the next payout. On Growth and Pro you can also have
        it the same day, for a fee of {SAME_DAY_FEE_WORDS}.
      </p>
    ),
  },
  {
    question: 'How do the plans differ?',
    answer: (
      <>
        <p>Commission is 0% on all three. You can change up or down at any time.</p>
        <PlanTable />
        <p>
          A verified badge, discount codes and promo credits come with the paid ones. Choose on the{' '}
          <Link to={paths.account('plans')}>Account page</Link>.
        </p>
      </>
    ),
  },
  {
    question: 'Why is my upload not in the store yet?',
    answer: (
      <p>
        Because a person listens first. Every beat, pack and kit is reviewed before it is published; until then your
        dashboard shows it as ‘In review’. Pro uploads are heard first, then Growth, then Free, and within each the
        oldest comes first. If it is rejected, you are told why.
      </p>
    ),
  },
  {
    question: 'What can I upload, and what about videos?',
    answer: (
      <p>
        Beats as MP3 or WAV up to {sizeLimit('audio')}, with stems if you like; packs as one ZIP up to{' '}
        {sizeLimit('packZip')} or as single files; kits as a ZIP up to {sizeLimit('kitZip')}. A WAV opens every license,
        as we make the MP3 from it. Video uploads are coming soon.
      </p>
    ),
  },
  {
    question: 'Can I pay to be featured?',
    answer: (
      <p>
        Yes, and everyone can see it: a promoted item carries the word ‘Promoted’. It costs {tiers} an item and day, for{' '}
        {durations} days, with {promotionsOff}. You are told the guaranteed impressions before you pay. The promotion
        runs on past its days until it has delivered them, at most for {MOST_TIMES} times its days; then the share that
        is missing comes back as promo credits. A place under New, Trending or Popular cannot be bought.
      </p>
    ),
  },
]
