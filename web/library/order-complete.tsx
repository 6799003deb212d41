import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OrderDetail, OrderedPurchase } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { isRefusal } from '#web/api/failure.ts'
import { apiQuery } from '#web/api/tools.ts'
import { duration, price } from '#web/items/format.ts'
import { HydratedWave } from '#web/items/hydrated-wave.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { usePlayer } from '#web/player/player.ts'
import { useLocation } from '#web/router/hooks.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Failed } from '#web/ui/failed.tsx'
import { CircleAlert, CircleCheck, Library } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { BoughtItem, BoughtService } from './bought-rows.tsx'
import { playOrder, soundOfOrder } from './play-order.ts'

export function Component() {
  const orderId = Number(new URLSearchParams(useLocation().search).get('orderId'))
  return (
    <GateOfBanned>
      {Number.isSafeInteger(orderId) && orderId > 0 ? <Order orderId={orderId} /> : <NoOrder />}
    </GateOfBanned>
  )
}

function Order({ orderId }: { orderId: number }) {
  const { data, error, isPending, refetch } = useQuery({
    ...apiQuery(call, 'GET /purchases/order/:orderId', { params: { orderId } }),
    retry: false, // an order that is not found stays so
  })
  const isMissing = isRefusal(error) && error.status !== 429
  useEffect(() => {
    if (error && !isMissing) toast.error('Failed to load order details.')
  }, [error, isMissing])
  if (data && data.state === 'paid') return <Bought order={data} />
  if (isPending)
    return (
      <div className="wrap py-16" role="status" aria-busy aria-label="Loading your order">
        <TextSkeleton lines={6} />
      </div>
    )
  if (error && !isMissing)
    return (
      <Failed again={refetch} className="wrap py-16">
        Failed to load order details.
      </Failed>
    )
  return <NoOrder />
}

const NoOrder = () => (
  <div className="wrap grid justify-items-start gap-5 py-16">
    <h1 className="disp text-[44px] md:text-[64px]">No order found</h1>
    <p className="text-lg text-soft">We couldn’t find your order details.</p>
    <div className="flex flex-wrap gap-3">
      <Link to={paths.checkout()} className={buttonClass({ look: 'paper' })}>
        Back to checkout
      </Link>
      <Link to={paths.home()} className={buttonClass({ look: 'rail' })}>
        Back to Home
      </Link>
    </div>
  </div>
)

function Bought({ order }: { order: OrderDetail }) {
  const playable = order.purchases.filter(({ state }) => state !== 'refunded')
  return (
    <>
      <section className="border-b border-rail/60 bg-curb">
        <div className="wrap pt-9 pb-8">
          <p className="num flex items-center gap-2.5 text-soft">
            <Icon of={CircleCheck} size={20} className="flex-none text-ok" />
            {order.total > 0 ? `Paid, ${price(order.total)}. ` : ''}The receipt is on its way to your inbox.
          </p>
          <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <h1 className="disp max-w-[14ch] text-[52px] md:text-[96px]">Thank you for your purchase!</h1>
            {playable.length > 0 && <PlayAll purchases={playable} />}
          </div>
          <Strip purchases={playable} />
        </div>
      </section>
      <div className="wrap grid items-start gap-x-18 gap-y-10 pt-12 pb-16 lg:grid-cols-[1fr_340px]">
        <section aria-labelledby="yours" className="min-w-0">
          <h2 id="yours" className="pb-3 text-xl font-bold">
            Yours now
          </h2>
          <ul className="border-b border-rail/60">
            {order.purchases.map((purchase) => (
              <BoughtItem key={purchase.purchaseId} purchase={purchase} />
            ))}
            {order.services.map((service) => (
              <BoughtService key={`${service.type} ${service.title}`} service={service} />
            ))}
          </ul>
          {order.refused.map(({ title, price: paid, reason }) => (
            <p key={title} role="status" className="num mt-4 flex items-start gap-2 text-warn">
              <Icon of={CircleAlert} size={18} className="mt-1 flex-none" />
              <span>
                “{title}” could not be delivered. {reason}
                {paid > 0 && ` Your ${price(paid)} for it is on its way back to you.`}
              </span>
            </p>
          ))}
        </section>
        <Summary order={order} />
      </div>
    </>
  )
}

/** The waves of the order, each as wide as its sound is long. */
function Strip({ purchases }: { purchases: OrderedPurchase[] }) {
  const drawn = purchases.filter(({ wave }) => wave)
  if (drawn.length === 0) return null
  return (
    <ul aria-label="Sounds of the order" className="mt-7 flex gap-2.5">
      {drawn.map(({ purchaseId, title, wave, style, durationInSeconds }) => (
        <li
          key={purchaseId}
          data-line={style?.line}
          ref={(element) => element?.style.setProperty('flex-grow', String(Math.max(30, durationInSeconds ?? 0)))}
          className="min-w-0 basis-0"
        >
          <HydratedWave wave={wave!} bars={96} reflected className="h-24 w-full md:h-32" />
          <span className="mt-2 block truncate border-l-2 border-(--l) pl-2 text-sm text-soft">{title}</span>
        </li>
      ))}
    </ul>
  )
}

function PlayAll({ purchases }: { purchases: OrderedPurchase[] }) {
  const state = useStateOf(usePlayer((player) => soundOfOrder(player, purchases)))
  const whole = purchases.reduce((sum, { durationInSeconds }) => sum + (durationInSeconds ?? 0), 0)
  return (
    <div className="flex items-center gap-4">
      <p className="text-right font-semibold">
        Play it all
        {whole > 0 && <span className="num block font-normal text-soft">{duration(whole)}</span>}
      </p>
      <PlayButton name="your order" state={state} onClick={() => void playOrder(purchases)} size={64} />
    </div>
  )
}

const WentBack = ({ name, amount }: { name: string; amount: number }) =>
  amount > 0 && (
    <div className="mt-3 flex justify-between gap-4 border-t border-rail/60 pt-3 text-soft">
      <dt>{name}</dt>
      <dd className="font-semibold text-ink">{price(amount)}</dd>
    </div>
  )

const Summary = ({ order }: { order: OrderDetail }) => (
  <section aria-label="Order" className="grid gap-6">
    <dl className="num">
      <Row name="Order" value={order.number} />
      {order.paidWith && <Row name="Paid with" value={order.paidWith} />}
      <Row name="Subtotal" value={price(order.subtotal)} />
      {order.adjustments.map(({ reason, amount }) => (
        <Row key={reason} name={reason} value={`−${price(amount)}`} />
      ))}
      <Row name="Tax" value={price(order.tax)} />
      <div className="flex items-end justify-between pt-4">
        <dt className="font-bold">Total</dt>
        <dd className="disp text-[46px] leading-none">{price(order.total)}</dd>
      </div>
      <WentBack name="Refunded" amount={order.refunded} />
      <WentBack name="Refund on its way" amount={order.refunding} />
    </dl>
    <div className="grid gap-2">
      <Link to={paths.library()} className={buttonClass({ look: 'paper' }, 'h-12')}>
        <Icon of={Library} size={18} />
        Go to My Library
      </Link>
      <Link to={paths.home()} className={buttonClass({ look: 'ghost' })}>
        Back to Home
      </Link>
    </div>
    {order.purchases.length > 0 && (
      <p className="text-sm text-dim">
        Downloads stay in your library. If a producer later removes a beat, your copy and your license stay as they are.
      </p>
    )}
  </section>
)

const Row = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-4 border-b border-rail/60 py-3 text-soft">
    <dt>{name}</dt>
    <dd className="text-right font-semibold text-ink">{value}</dd>
  </div>
)
