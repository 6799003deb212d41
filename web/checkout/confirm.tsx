import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ConfirmedOrder } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, isRefusal, sentenceOf } from '#web/api/failure.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { askAllAnew } from './ask-all-anew.ts'
import { keepCodes } from './codes.ts'
import { leaveFailure } from './left-failure.ts'
import { removeOwned } from './remove-owned.ts'

const PATIENCE = 20_000
const PAUSE = 1_000

export const Component = () => (
  <GateOfBanned>
    <Confirmation />
  </GateOfBanned>
)

type Asked = { provider: 'stripe' | 'paypal'; sessionId: string; orderId?: number }

/** The payment that the address names, as the providers write it; null if it names none. */
function askedBy(query: URLSearchParams): Asked | null {
  const provider = query.get('provider') === 'stripe' ? 'stripe' : 'paypal'
  const sessionId =
    query.get('sessionId') ?? query.get('token') ?? query.get('subscription_id') ?? query.get('ba_token')
  const orderId = Number(query.get('orderId'))
  return sessionId ? { provider, sessionId, ...(Number.isSafeInteger(orderId) && orderId > 0 && { orderId }) } : null
}

/** Asks at once, and keeps asking while the provider is at work. Nothing is called failed while money may have moved. */
async function confirm(asked: Asked): Promise<ConfirmedOrder | 'late'> {
  const end = Date.now() + PATIENCE
  for (;;) {
    try {
      const order = await call('POST /checkout/confirm', { body: asked })
      if (order.state === 'paid') return order
      if (order.state === 'open') throw new ApiFailure(409, { message: 'Payment failed or cancelled.' })
    } catch (error) {
      if (isRefusal(error) && error.status !== 429) throw error
    }
    if (Date.now() + PAUSE > end) return 'late'
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

function Confirmation() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isLate, setLate] = useState(false)
  const begun = useRef(false)
  /** The buyer may open another page meanwhile, and stays there. */
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const queries = useQueryClient()
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const asked = askedBy(new URLSearchParams(search))
    const back = (failure?: string) => {
      if (failure) leaveFailure(failure)
      if (isHere.current) void navigate(paths.checkout(), { replace: true })
    }
    if (!asked) {
      toast.error('Missing subscription ID')
      return back()
    }
    confirm(asked).then(
      async (order) => {
        if (order === 'late') return setLate(true)
        keepCodes([])
        askAllAnew(queries)
        toast.success('Purchase completed!')
        await removeOwned() // the next page counts what is in the cart
        if (isHere.current) void navigate(paths.order(order.orderId), { replace: true })
      },
      (error: unknown) => {
        toast.error('Payment could not be confirmed')
        back(sentenceOf(error, 'Payment could not be confirmed'))
      },
    )
  }, [search, navigate, queries])
  return (
    <div className="wrap grid min-h-[50vh] place-content-center justify-items-center gap-6 py-16 text-center">
      {isLate ? (
        <Late />
      ) : (
        <>
          <Spinner className="size-8" />
          <h1 className="text-lg" role="status">
            Confirming payment… please wait.
          </h1>
        </>
      )}
    </div>
  )
}

const Late = () => (
  <>
    <h1 className="text-2xl font-bold">This takes longer than usual</h1>
    <p role="status" className="max-w-[52ch] text-soft">
      Your payment is still being processed. Do not pay again: as soon as it is confirmed, your order is in your library
      and the receipt comes by mail. If it fails, nothing is charged.
    </p>
    <Link to={paths.library()} className={buttonClass({ look: 'paper' })}>
      Go to My Library
    </Link>
  </>
)
