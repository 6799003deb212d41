import { price, shortDay } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import type { LibraryState, useLibraryAddress } from './library-address.ts'
import { serviceWords } from './service-words.ts'
import type { Services } from './use-services.ts'

type Props = {
  services: Services
  chosen: number | null
  state: LibraryState
  address: ReturnType<typeof useLibraryAddress>['address']
}

/** Subscriptions stand before everything else. */
export function ServiceRows({ services, chosen, state, address }: Props) {
  if (services.shown.length === 0) return null
  return (
    <section aria-label="Subscriptions">
      <h2 className="pt-4.5 pb-2 text-[13px] font-semibold text-dim">Subscriptions</h2>
      <ul>
        {services.shown.map((service) => (
          <li key={service.id} className="border-t border-rail/60">
            <Link
              to={address({ page: state.page, plan: service.id })}
              preventScrollReset
              aria-current={service.id === chosen || undefined}
              className={cx(
                'grid min-h-18 grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 md:-mx-3 md:px-3',
                service.id === chosen ? 'md:bg-wall' : 'hover:bg-curb',
              )}
            >
              <span className="grid size-13 place-items-center rounded-xs bg-step">
                <PlanSeal plan={service.plan} className="size-7" />
              </span>
              <span className="min-w-0">
                <span className="block truncate font-semibold">{service.planName} plan</span>
                <span className="block text-[14px] text-soft">{serviceWords(service)}</span>
              </span>
              <span className="num text-right text-[14px]">
                <span className="block font-semibold">{price(service.price)}</span>
                <time dateTime={service.startedAt} className="text-dim">
                  {shortDay(service.startedAt)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
