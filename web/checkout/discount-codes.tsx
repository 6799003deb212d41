import { useEffect, useRef, useState, type FormEvent } from 'react'
import { codesIn, MOST_CODES } from '#contract/cart-limits.ts'
import type { CartItem, CodeAnswer } from '#contract/checkout.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { price } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CircleAlert, Tag, X } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { keepCodes, useCodes } from './codes.ts'

type Props = {
  items: readonly CartItem[]
  /** What became of the codes; empty until the server has answered. */
  answers: readonly CodeAnswer[]
}

/** The codes of the order, and a field for another one. A code that takes nothing off is not kept. */
export function DiscountCodes({ items, answers }: Props) {
  const { codes } = useCodes()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [checking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isTyped = typed.trim() !== '' && !fault
  useEffect(() => {
    useCodes.setState({ isTyped })
    return () => useCodes.setState({ isTyped: false })
  }, [isTyped])
  const refuse = (sentence: string) => {
    setFault(sentence)
    input.current?.focus()
  }
  async function apply(event: FormEvent) {
    event.preventDefault()
    if (checking) return
    const added = codesIn(typed).filter((code) => !codes.includes(code))
    if (added.length === 0) return refuse(typed.trim() ? 'This code is here already.' : 'Type a code first.')
    if (codes.length + added.length > MOST_CODES) return refuse(`Use at most ${MOST_CODES} codes.`)
    setFault('')
    setChecking(true)
    try {
      const { codes: found } = await call('POST /checkout/preview', {
        body: { items: [...items], code: [...codes, ...added].join(' ') },
      })
      const isUsed = (code: string) => found.some((answer) => answer.code === code && answer.isUsed)
      const refused = found.find(({ code }) => added.includes(code) && !isUsed(code))
      const kept = added.filter(isUsed)
      if (kept.length) keepCodes([...useCodes.getState().codes, ...kept]) // one may have been removed meanwhile
      setTyped(refused ? refused.code : '')
      if (refused) refuse(refused.why ?? '')
    } catch (error) {
      refuse(sentenceOf(error, 'The code could not be checked. Try again.'))
    } finally {
      setChecking(false)
    }
  }
  const remove = (code: string) => {
    keepCodes(codes.filter((other) => other !== code))
    input.current?.focus() // the focused button is gone
  }
  return (
    <section aria-label="Discount codes" className="max-w-110">
      <form noValidate aria-label="Discount code" onSubmit={(event) => void apply(event)}>
        <Field label="Discount code" hint="One code per producer; the best one counts." error={fault}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                ref={input}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value)
                  setFault('')
                }}
                placeholder={codes.length ? 'Another code' : undefined}
                maxLength={100}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="min-w-0 flex-1 uppercase placeholder:normal-case"
              />
              <Button look="rail" type="submit" className="h-12" loading={checking}>
                Apply
              </Button>
            </div>
          )}
        </Field>
      </form>
      {codes.length > 0 && (
        <ul aria-label="Your codes" className="mt-3">
          {codes.map((code) => (
            <CodeRow
              key={code}
              code={code}
              answer={answers.find((answer) => answer.code === code)}
              onRemove={() => remove(code)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { code: string; answer: CodeAnswer | undefined; onRemove: () => void }

const CodeRow = ({ code, answer, onRemove }: RowProps) => (
  <li className="flex min-h-11 items-center gap-2">
    <Icon of={Tag} size={16} className="flex-none text-soft" />
    <p role="status" className="num min-w-0 flex-1">
      <b className="wrap-anywhere">{code}</b>
      {answer?.isUsed && (
        <span className="ml-2 text-soft">
          −{price(answer.amount)} on {answer.lines.length === 1 ? '1 item' : `${answer.lines.length} items`}
        </span>
      )}
      {answer && !answer.isUsed && (
        <span className="mt-0.5 flex items-start gap-1.5 text-sm text-warn">
          <Icon of={CircleAlert} size={16} className="mt-0.5 flex-none" />
          {answer.why}
        </span>
      )}
    </p>
    <IconButton label={`Remove the code ${code}`} onClick={onRemove} className="max-md:size-11">
      <Icon of={X} size={17} />
    </IconButton>
  </li>
)
