import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import type { PaymentMethod, StartedOrder } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, detailsOf, sentenceOf } from '#web/api/failure.ts'
import { newKey } from '#web/api/new-key.ts'
import { removeLine } from '#web/cart/cart.tsx'
import type { CartLine } from '#web/cart/lines.ts'
import { itemOf } from '#web/cart/offer.ts'
import { askAllAnew } from './ask-all-anew.ts'
import { keepCodes, waitsForCode } from './codes.ts'
import { endOrder, orderInTurn } from './end-order.ts'
import { removeOwned } from './remove-owned.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'

/** Why nothing was paid, in place above the summary or at the card. */
type Trouble = { kind: 'changed' } | { kind: 'failed'; sentence: string }

type Setup = {
  lines: CartLine[]
  codes: readonly string[]
  total: number
  legalName: () => string | undefined
  /** The cart was corrected by the server. */
  onChanged: () => void
}

/** Starts the order by a way to pay, and holds what the card form needs. One press is one order. */
export function usePayment({ lines, codes, total, legalName, onChanged }: Setup) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [starting, setStarting] = useState<PaymentMethod | null>(null)
  const [paying, setPaying] = useState(false)
  const [opened, setOpened] = useState<{ card: StartedOrder | 'subscription'; asked: string } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [nameFault, setNameFault] = useState<string>()
  const [tries, setTries] = useState(0)

  const account = useSession(({ auth }) => auth?.userId)
  /** The buyer, the items and the codes of the order. Another tab may change them, too. */
  const asked = JSON.stringify([account, lines.map(itemOf), codes])
  /** Null when the buyer has left the checkout. */
  const askedNow = useRef<string | null>(null)
  useEffect(() => {
    askedNow.current = asked
    return () => {
      askedNow.current = null
    }
  }, [asked])
  /** False when the order would be another one than the buyer saw, or another buyer's. */
  const isAsked = () => askedNow.current === asked
  const [useless, setUseless] = useState<number | null>(null)
  if (opened && opened.asked !== asked && !paying) {
    setOpened(null) // it would take the price of the former lines
    if (opened.card !== 'subscription') setUseless(opened.card.orderId)
  }
  useEffect(() => {
    if (useless !== null) endOrder(useless)
  }, [useless])

  const fail = (sentence: string) => {
    setTrouble({ kind: 'failed', sentence })
    toast.error(sentence)
  }

  const order = async (method: PaymentMethod, paymentMethodId?: string) => {
    const items = lines.map((line) => {
      const asked = { ...itemOf(line), title: line.title, artist: line.artist, price: line.price, qty: line.qty }
      return asked.type === 'subscription' && paymentMethodId ? { ...asked, paymentMethodId } : asked
    })
    const name = legalName()
    return call('POST /checkout/start', {
      headers: { 'idempotency-key': newKey() },
      body: {
        items,
        method,
        subtotal: total,
        tax: 0,
        total,
        code: codes.join(' '),
        ...(name !== undefined && { legalName: name }),
      },
    })
  }

  async function start(method: PaymentMethod) {
    if (starting || waitsForCode()) return
    setTrouble(null)
    setNameFault(undefined)
    setOpened(null)
    if (lines.length === 0) return fail('Your cart is empty')
    // a subscription is started with the card that its owner has typed
    if (method === 'credit' && lines.some(({ type }) => type === 'subscription'))
      return setOpened({ card: 'subscription', asked })
    setStarting(method)
    try {
      await orderInTurn(async () => {
        if (!isAsked()) return setTrouble({ kind: 'changed' })
        follow(method, await order(method))
      })
    } catch (error) {
      explain(error)
    } finally {
      setStarting(null)
    }
  }

  /** Starts a subscription with a card. Null: the failure is shown already. */
  async function subscribe(paymentMethodId: string) {
    setTrouble(null)
    try {
      return await orderInTurn(async () => {
        if (isAsked()) return order('credit', paymentMethodId)
        setTrouble({ kind: 'changed' })
        return null
      })
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 402) throw error // the card form shows it
      explain(error)
      return null
    }
  }

  function follow(method: PaymentMethod, order: StartedOrder) {
    if (order.state === 'paid') {
      for (const { id } of lines) removeLine(id)
      keepCodes([])
      askAllAnew(queries)
      toast.success('Purchase completed!')
      if (askedNow.current !== null) void navigate(paths.order(order.orderId))
      return
    }
    if (!isAsked()) {
      endOrder(order.orderId)
      return setTrouble({ kind: 'changed' })
    }
    if (method === 'credit') {
      if (!order.sessionId || !order.clientSecret) return fail('Missing sessionId or orderId from backend')
      return setOpened({ card: order, asked })
    }
    if (!order.paymentUrl)
      return fail(method === 'paypal' ? 'No PayPal approval URL returned' : 'No Google Pay URL returned')
    location.assign(order.paymentUrl)
  }

  function explain(error: unknown) {
    if (detailsOf('POST /checkout/start', error, 'cart_changed')) {
      setTrouble({ kind: 'changed' })
      return onChanged()
    }
    const paid = detailsOf('POST /checkout/start', error, 'already_paid')
    if (paid) {
      void removeOwned()
      askAllAnew(queries)
      toast.success(sentenceOf(error, 'Purchase completed!'))
      if (askedNow.current !== null) void navigate(paths.order(paid.orderId))
      return
    }
    if (error instanceof ApiFailure && error.fields.legalName) return setNameFault(error.fields.legalName)
    fail(sentenceOf(error, 'Checkout failed'))
  }

  return {
    start,
    subscribe,
    starting,
    /** The card form sends a payment: no other one may begin, and the order stays as it is. */
    paying,
    setPaying,
    card: opened?.card ?? null,
    trouble,
    nameFault,
    closeCard: () => setOpened(null),
    failed: (sentence: string) => {
      setTries((count) => count + 1)
      setTrouble({ kind: 'failed', sentence })
    },
    /** How often paying has failed: each failure is told anew. */
    tries,
  }
}
export type Payment = ReturnType<typeof usePayment>
