import { useEffect, useRef, useState } from 'react'
import type { StartedOrder } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { isRefusal, sentenceOf } from '#web/api/failure.ts'
import { price } from '#web/items/format.ts'
import { ask } from '#web/ui/ask.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { CardFrame, type CardProps, type Outcome } from './card-frame.tsx'

const inGroupsOfFour = (number: string) =>
  number
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
const asExpiry = (text: string) => {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** The card form of the sandbox. Its fields go to the provider that it plays, not to the shop. */
export function SandboxCard(props: CardProps) {
  const { order, total, onCard } = props
  const [number, setNumber] = useState('')
  const [expires, setExpires] = useState('')
  const [cvc, setCvc] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const card = { number, expires, cvc }

  /** Some banks ask the holder of the card first. */
  const answerBank = () =>
    ask({
      title: 'Your bank asks',
      text: `Did you start a payment of ${price(total)} at Slide? The sandbox plays your bank here.`,
      action: 'Yes, it was me',
    })

  async function payOnce(order: StartedOrder): Promise<Outcome> {
    const [params, clientSecret] = [{ reference: order.sessionId! }, order.clientSecret!]
    const answer = await call('POST /sandbox/payments/:reference/card', { params, body: { clientSecret, ...card } })
    const { state, failure } =
      answer.state === 'challenged'
        ? await call('POST /sandbox/payments/:reference/challenge', {
            params,
            body: { clientSecret, passes: await answerBank() },
          })
        : answer
    if (state === 'paid') return { order, said: 'Payment successful!' }
    return { failure: `${failure ?? 'Payment failed.'} Nothing was charged.` }
  }

  async function subscribe(): Promise<Outcome> {
    const order = await onCard((await call('POST /sandbox/cards', { body: card })).card)
    if (!order?.clientSecret) return order && { order, said: 'Subscription started!' }
    const { state } = await call('POST /sandbox/subscriptions/:reference/challenge', {
      params: { reference: order.sessionId! },
      body: { clientSecret: order.clientSecret, passes: await answerBank() },
    })
    if (state === 'active') return { order, said: 'Subscription started!' }
    return { failure: 'Your bank did not agree. Nothing was charged.' }
  }

  async function pay(): Promise<Outcome> {
    try {
      return await (order ? payOnce(order) : subscribe())
    } catch (error) {
      if (order && !isRefusal(error)) return { order } // it may be paid: the shop knows
      return { failure: sentenceOf(error, 'Payment failed.') }
    }
  }

  return (
    <CardFrame {...props} pay={pay}>
      <Field label="Card number">
        {(control) => (
          <Input
            {...control}
            ref={first}
            value={number}
            onChange={({ target }) => setNumber(inGroupsOfFour(target.value))}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            required
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Expires">
          {(control) => (
            <Input
              {...control}
              value={expires}
              onChange={({ target }) => setExpires(asExpiry(target.value))}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              required
            />
          )}
        </Field>
        <Field label="CVC">
          {(control) => (
            <Input
              {...control}
              value={cvc}
              onChange={({ target }) => setCvc(target.value.replaceAll(/\D/g, '').slice(0, 4))}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="123"
              required
            />
          )}
        </Field>
      </div>
    </CardFrame>
  )
}
