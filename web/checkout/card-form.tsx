import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { StartedOrder } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { price } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import { ask } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lock } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { order: StartedOrder; total: number; onFailed: (sentence: string) => void }

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
export function CardForm({ order, total, onFailed }: Props) {
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [expires, setExpires] = useState('')
  const [cvc, setCvc] = useState('')
  const [paying, setPaying] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const params = { reference: order.sessionId! }
  const clientSecret = order.clientSecret!

  const pay = () =>
    call('POST /sandbox/payments/:reference/card', { params, body: { clientSecret, number, expires, cvc } })

  /** Some banks ask the holder of the card first. */
  async function answerBank() {
    const passes = await ask({
      title: 'Your bank asks',
      text: `Did you start a payment of ${price(total)} at Slide? The sandbox plays your bank here.`,
      action: 'Yes, it was me',
    })
    return call('POST /sandbox/payments/:reference/challenge', { params, body: { clientSecret, passes } })
  }

  async function send() {
    setPaying(true)
    try {
      const answer = await pay()
      const { state, failure } = answer.state === 'challenged' ? await answerBank() : answer
      if (state !== 'paid') return onFailed(`${failure ?? 'Payment failed'} Nothing was charged.`)
      toast.success('Payment successful!')
      void navigate(paths.confirmPayment({ sessionId: order.sessionId!, orderId: order.orderId }))
    } catch (error) {
      onFailed(sentenceOf(error, 'Payment failed'))
    } finally {
      setPaying(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!paying) void send()
  }

  return (
    <form ref={form} aria-label="Credit card" onSubmit={submit} className="grid gap-4" method="post">
      <Field label="Card number">
        {(control) => (
          <Input
            {...control}
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
      <Button type="submit" look="paper" loading={paying} className="h-12">
        <Icon of={Lock} size={17} />
        Pay {price(total)}
      </Button>
    </form>
  )
}
