import type { Promotion } from '#contract/promotions.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { usePromotionActions } from '#web/promotions/use-promotions.ts'
import { useRenewal } from '#web/promotions/use-renewal.ts'
import { deliveredWords, endWords, isRunning, STATUS_WORDS, tierWords } from '#web/promotions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { daysLeft } from '#web/ui/days-left.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { localDay } from '#web/ui/local-day.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Facts } from './facts.tsx'

/** The chosen promotion, to cancel or to renew. */
export function PromotionPanel({ promotion, back }: { promotion: Promotion; back: string }) {
  const { id, kind, title, thumb, status, pausedFor, startedAt, endsAt, endedAt, paid, creditsUsed, isRerun, runsOn } =
    promotion
  const now = useNow()
  const isNow = isRunning(promotion)
  const note = pausedFor ?? endWords(promotion)
  return (
    <>
      <Link to={back} className={buttonClass({ look: 'ghost' }, 'mb-2 -ml-2.5 md:hidden')}>
        <Icon of={ArrowLeft} size={17} />
        Library
      </Link>
      <div className="flex items-end gap-5">
        <span className={kinds[kind].silhouette}>
          <Cover src={thumb ? coverFolder(thumb) : ''} size={88} className="size-22 rounded-sm" />
        </span>
        <div className="min-w-0">
          <p className="text-soft">Promotion</p>
          <h2 tabIndex={-1} className="disp mt-1 text-[36px] wrap-anywhere outline-none">
            {title}
          </h2>
        </div>
      </div>
      {note && (
        <p role="status" className="mt-4 text-soft">
          {note}
        </p>
      )}
      <Facts
        facts={[
          ['Status', STATUS_WORDS[status]],
          ['Tier', tierWords(promotion)],
          ['Paid', isRerun ? 'A rerun for nothing' : price(paid)],
          ['Credits', creditsUsed > 0 ? price(creditsUsed) : null],
          ['Started', localDay(startedAt)],
          ['Ends', isNow ? (runsOn ? runsOnWords(promotion) : localDay(endsAt)) : null],
          ['Ended', endedAt && localDay(endedAt)],
          ['Days left', isNow && !runsOn ? String(daysLeft(endsAt, now)) : null],
          ['Impressions', deliveredWords(promotion)],
        ]}
      />
      <div className="mt-5 grid gap-2.5">
        <Act promotion={promotion} />
        <Link to={paths.promos({ tab: 'yours', promo: String(id) })} className={buttonClass({ look: 'ghost' })}>
          See its figures
        </Link>
      </div>
    </>
  )
}

const runsOnWords = ({ lastsUntil }: Promotion) =>
  `Runs on until it is delivered, ${localDay(lastsUntil)} at the latest`

function Act({ promotion }: { promotion: Promotion }) {
  const { cancel, isCanceling } = usePromotionActions()
  const renew = useRenewal()
  if (promotion.status === 'active')
    return (
      <Button loading={isCanceling} onClick={() => void cancel(promotion.id)}>
        Cancel Promotion
      </Button>
    )
  return (
    !isRunning(promotion) && (
      <Button look="paper" onClick={() => renew(promotion)}>
        Renew Promotion
      </Button>
    )
  )
}
