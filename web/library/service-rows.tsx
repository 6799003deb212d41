import type { ReactNode } from 'react'
import type { LibrarySubscription } from '#contract/billing.ts'
import type { Promotion } from '#contract/promotions.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { useRenewal } from '#web/promotions/use-renewal.ts'
import { isRunning, leftWords, STATUS_WORDS, tierName } from '#web/promotions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { localShortDay } from '#web/ui/local-day.ts'
import { PlanFace } from '#web/ui/plan-face.tsx'
import { useNow } from '#web/ui/use-now.ts'
import type { LibraryState, useLibraryAddress } from './library-address.ts'
import { serviceWords } from './service-words.ts'
import type { Services } from './use-services.ts'

type Props = {
  services: Services
  chosen: LibrarySubscription | Promotion | null
  state: LibraryState
  address: ReturnType<typeof useLibraryAddress>['address']
}

/** Subscriptions stand before everything else, and promotions after them. */
export const ServiceRows = ({ services: { subscriptions, promotions }, chosen, state, address }: Props) => (
  <>
    <Group name="Subscriptions">
      {subscriptions.map((service) => (
        <Row
          key={service.id}
          to={address({ page: state.page, plan: service.id })}
          isChosen={service === chosen}
          face={<PlanFace plan={service.plan} className="size-13" />}
          title={`${service.planName} plan`}
          words={serviceWords(service)}
          price={service.price}
          startedAt={service.startedAt}
        />
      ))}
    </Group>
    <Group name="Promotions">
      {promotions.map((promotion) => (
        <PromotionRow
          key={promotion.id}
          promotion={promotion}
          to={address({ page: state.page, promo: promotion.id })}
          isChosen={promotion === chosen}
        />
      ))}
    </Group>
  </>
)

const Group = ({ name, children }: { name: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <section aria-label={name}>
      <h2 className="pt-4.5 pb-2 text-[13px] font-semibold text-dim">{name}</h2>
      <ul>{children}</ul>
    </section>
  )

function PromotionRow({ promotion, ...row }: { promotion: Promotion; to: string; isChosen: boolean }) {
  const { kind, title, thumb, status, endsAt, startedAt, runsOn } = promotion
  const now = useNow()
  const renew = useRenewal()
  const left = isRunning(promotion) && (runsOn ? 'runs on' : leftWords(endsAt, now))
  return (
    <Row
      {...row}
      face={
        <span className={kinds[kind].silhouette}>
          <Cover src={thumb ? coverFolder(thumb) : ''} size={52} className="size-13 rounded-xs" />
        </span>
      }
      title={title}
      words={[`${tierName(promotion)} promotion`, STATUS_WORDS[status].toLowerCase(), left].filter(Boolean).join(', ')}
      price={promotion.paid}
      startedAt={startedAt}
    >
      {status === 'canceled' && (
        <Button size={36} onClick={() => renew(promotion)}>
          Renew Promotion<span className="sr-only"> of {title}</span>
        </Button>
      )}
    </Row>
  )
}

type RowProps = {
  to: string
  isChosen: boolean
  face: ReactNode
  title: string
  words: string
  price: number
  startedAt: string
  /** A button after the link. */
  children?: ReactNode
}

const Row = ({ to, isChosen, face, title, words, price: dollars, startedAt, children }: RowProps) => (
  <li
    className={cx(
      'flex flex-wrap items-center gap-x-4 border-t border-rail/60 md:-mx-3 md:px-3',
      isChosen ? 'md:bg-wall' : 'hover:bg-curb',
    )}
  >
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen || undefined}
      className="grid min-h-18 min-w-0 flex-1 basis-70 grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-4 py-2.5"
    >
      {face}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block text-[14px] text-soft">{words}</span>
      </span>
      <span className="num text-right text-[14px]">
        <span className="block font-semibold">{price(dollars)}</span>
        <time dateTime={startedAt} className="text-dim">
          {localShortDay(startedAt)}
        </time>
      </span>
    </Link>
    {children && <span className="max-md:pb-3">{children}</span>}
  </li>
)
