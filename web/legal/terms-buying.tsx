import { HOLD_MINUTES } from '#contract/cart-limits.ts'
import { ANSWER_HOURS, PROBLEM_DAYS } from '#contract/problem-values.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'
import { LicenseTable } from '#web/items/license-table.tsx'

export const buyingTerms: LegalSection[] = [
  {
    id: 'buying',
    title: 'Buying',
    text: (
      <>
        <p>
          Prices are in US dollars. What the checkout shows is what you pay; no tax is added to it. You pay directly, by
          card, wallet or PayPal, through the payment provider you choose. If a price has changed since you put
          something in your cart, you see the new one before you pay.
        </p>
        <p>
          When the payment is confirmed, the order is complete: the files and, for beats and packs, the license as a PDF
          are in your <Link to={paths.library()}>library</Link> at once, and stay there to be downloaded again. Keep
          copies of your own as well, as you would of anything that matters.
        </p>
      </>
    ),
  },
  {
    id: 'licenses',
    title: 'What a license allows',
    text: (
      <>
        <p>
          The producer keeps the copyright in the beat and allows you to make new recordings with it, within the limits
          of the license you chose. A license for a pack covers every beat in it, each within the same limits.
        </p>
        <LicenseTable />
        <ul>
          <li>MP3 and WAV leases ask you to credit the producer wherever you credit anyone.</li>
          <li>
            All but Exclusive Rights are non-exclusive: others may license the same beat, until it is sold exclusively.
          </li>
          <li>You may not sell, lend or give away the beat itself, or call it your own work.</li>
          <li>
            The PDF that comes with your purchase is the license. It holds what was agreed on that day, whatever changes
            here later.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'kits',
    title: 'What you may do with a kit',
    text: (
      <p>
        Kits have no tiers. You may use their sounds in as much of your own music as you like, also music that you sell.
        You may not sell or share the sounds as sounds, alone or in a kit of yours.
      </p>
    ),
  },
  {
    id: 'exclusive',
    title: 'Exclusive rights',
    text: (
      <>
        <p>
          While you check out with exclusive rights, the beat is held for you, for {HOLD_MINUTES} minutes at most, and
          nobody else can begin to buy the same. Once you have paid, it leaves the store and no further license is sold.
          How rights may be transferred is written in the contract that you receive.
        </p>
        <p>Licenses that others bought before stay valid for what they allow. That is no reason for a refund.</p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    text: (
      <>
        <p>
          Files are handed over the moment you pay, and cannot be handed back. So a finished order is not undone because
          you changed your mind. You do get your money back when:
        </p>
        <ul>
          <li>
            your payment for exclusive rights arrived after the beat had gone to somebody else: you are refunded in
            full, automatically, and told so;
          </li>
          <li>you were charged twice for one order, or charged without getting what you paid for;</li>
          <li>a file is broken or not what was described, and the producer cannot put it right;</li>
          <li>the producer had no right to sell it.</li>
        </ul>
        <p>
          Choose ‘Problem with this purchase’ in your library within {PROBLEM_DAYS} days. The producer has{' '}
          {ANSWER_HOURS} hours to answer or to refund you; then we decide. For anything else, write to us through the{' '}
          <Link to={paths.contact()}>contact page</Link> with the order’s number. The law where you live may give you
          more than this, and nothing here takes that away.
        </p>
      </>
    ),
  },
]
