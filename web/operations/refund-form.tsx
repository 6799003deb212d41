import { useId, useState } from 'react'
import type { DeskOrderDetail } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useUnsaved } from '#web/forms/unsaved.ts'
import { price } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { OF_ORDERS } from './order-calls.ts'

const REASONS = ['Bought by mistake', 'File is faulty', 'Not as described', 'Fraud']

const isBegunWith = (text: string, reason: string) => reason === text || reason.startsWith(`${text}. `)

/** Begins the reason with one of the frequent ones. It takes the place of another one; the admin's own words stay. */
function begunWith(text: string, reason: string) {
  const before = REASONS.find((one) => isBegunWith(one, reason))
  const own = before === undefined ? reason.trim() : reason.slice(`${before}. `.length)
  return own ? `${text}. ${own}` : text
}

type Props = { order: DeskOrderDetail; onSending: (sending: boolean) => void; onDone: () => void; onKeep: () => void }

/** Chooses lines and amounts, says what will happen to whom, and sends the money back. */
export function RefundForm({ order, onSending, onDone, onKeep }: Props) {
  const left = order.lines.filter(({ refundable }) => refundable > 0)
  const [amounts, setAmounts] = useState<Record<number, string | undefined>>({})
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const refund = useAction({
    send: (lines: { id: number; amount: number }[]) =>
      call('POST /admin/orders/:id/refund', { params: { id: order.id }, body: { lines, reason: reason.trim() } }),
    failure: 'Couldn’t refund the order.',
    success: 'The refund is on its way.',
    refresh: OF_ORDERS,
  })
  const chosen = left.flatMap((line) =>
    amounts[line.id] === undefined ? [] : [{ line, amount: Number(amounts[line.id]) }],
  )
  const element = useUnsaved<HTMLDivElement>(() => !refund.pending && (chosen.length > 0 || reason !== ''))
  const sum = chosen.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100

  async function send() {
    const wrong = chosen.find(({ line, amount }) => !(amount > 0 && amount <= line.refundable))
    if (chosen.length === 0) return setFault('Choose what is refunded.')
    if (wrong) return setFault(`“${wrong.line.title}”: refund between $0.01 and ${price(wrong.line.refundable)}.`)
    if (!reason.trim()) return setFault('Give a reason. The buyer reads it.')
    setFault('')
    onSending(true)
    const { done } = await refund.run(chosen.map(({ line, amount }) => ({ id: line.id, amount })))
    onSending(false)
    if (done) onDone()
  }

  return (
    <div ref={element} className="grid gap-5">
      <fieldset className="grid">
        <legend className="mb-2 font-semibold">What is refunded</legend>
        {left.map((line) => (
          <Line
            key={line.id}
            line={line}
            amount={amounts[line.id]}
            onChange={(amount) => setAmounts((all) => ({ ...all, [line.id]: amount }))}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        {REASONS.map((text) => (
          <Chip key={text} pressed={isBegunWith(text, reason)} onPress={() => setReason(begunWith(text, reason))}>
            {text}
          </Chip>
        ))}
      </div>
      <Field label="Reason, for the buyer">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className="grid gap-1 text-sm text-soft">
          {chosen.map(({ line, amount }) => (
            <li key={line.id}>
              The earnings of {line.seller.name}’s “{line.title}” fall by {price(amount || 0)}.{' '}
              {amount === line.refundable ? lossOf(line) : 'The buyer keeps it.'}
            </li>
          ))}
        </ul>
      )}
      {fault && <Fault role="alert">{fault}</Fault>}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onKeep} disabled={refund.pending}>
          Keep the order
        </Button>
        <Button look="paper" loading={refund.pending} onClick={() => void send()}>
          Refund {price(sum)}
        </Button>
      </div>
    </div>
  )
}

type OrderLine = DeskOrderDetail['lines'][number]

/** The loss of the buyer when the whole price goes back. */
function lossOf({ type }: OrderLine) {
  if (type === 'promotion') return 'It ends at once.'
  return type === 'beat' || type === 'pack' ? 'The buyer loses it and its license.' : 'The buyer loses it.'
}

type LineProps = { line: OrderLine; amount: string | undefined; onChange: (amount: string | undefined) => void }

function Line({ line, amount, onChange }: LineProps) {
  const label = useId()
  return (
    <div className="num flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-rail/60 py-2">
      <Checkbox
        checked={amount !== undefined}
        onChange={({ target }) => onChange(target.checked ? line.refundable.toFixed(2) : undefined)}
      >
        <span>
          <span id={label} className="font-semibold wrap-anywhere">
            {line.title}
          </span>
          , {line.licenseName}
        </span>
      </Checkbox>
      {amount === undefined ? (
        <span>{price(line.refundable)}</span>
      ) : (
        <Input
          size={40}
          type="number"
          min={0.01}
          max={line.refundable}
          step={0.01}
          inputMode="decimal"
          aria-label={`Amount in dollars for ${line.title}`}
          value={amount}
          onChange={({ target }) => onChange(target.value)}
          className="w-28 text-right"
        />
      )}
    </div>
  )
}
