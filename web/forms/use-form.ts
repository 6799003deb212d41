import { useCallback, useRef, useState, type FormEvent } from 'react'
import { useForm as useHookForm, type Path, type PathValue } from 'react-hook-form'
import { type TextLimits, faultOf } from '#contract/limits.ts'
import { useAction, type Action } from '#web/api/use-action.ts'
import { focusFirstFault } from '#web/ui/focus-first-fault.ts'
import { toast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useUnsaved } from './unsaved.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type Fields = Record<string, string | boolean>
type Check<Values> = TextLimits | ((value: string | boolean, values: Values) => string | undefined)

type Setup<Values extends Fields, Result> = {
  /** All fields with their first values. */
  start: Values
  /** The contract's limits, or a check of this form alone. */
  checks: { [Name in keyof Values]?: Check<Values> }
  action: Action<Values, Result>
  onDone?: (result: Result, values: Values) => unknown
  /** Fields whose checks look at each other: after the first sending, a change of one checks all of them again. */
  together?: readonly (keyof Values & string)[]
  /** False if leaving loses little text. */
  asksBeforeLeaving?: boolean
}

/**
 * A form that is checked by the contract's limits and sent by an action. The server's messages land at their fields,
 * or in `failure` where the form doesn't show the field. The first fault gets the focus, and leaving with unsent text asks.
 *
 *     const form = useForm({ start: { email: '' }, checks: { email: emailLimits }, action, onDone })
 *     <form {...form.props} aria-label="…">
 *       <Field label="Email" error={form.errors.email}>
 *         {(control) => <Input {...control} {...form.input('email')} type="email" />}
 *       </Field>
 *       <Button {...form.submit}>Send</Button>
 *     </form>
 */
export function useForm<Values extends Fields, Result>(setup: Setup<Values, Result>) {
  const { checks, onDone, together = [], asksBeforeLeaving = true } = setup
  const [failure, setFailure] = useState({ text: '', isOfField: false })
  const saved = useRef(setup.start)
  const sent = useRef<Values>(null)
  const hydrated = useHydrated()
  const { run, pending } = useAction(setup.action)
  // no default values: the form then takes over text that was typed before hydration
  const hook = useHookForm<Values>({ shouldFocusError: false })
  const { getValues, setValue, formState } = hook
  const { errors } = formState

  const hasUnsaved = () => isChanged(getValues(), saved.current)
  const element = useUnsaved<HTMLFormElement>(hasUnsaved)
  useLeaveGuard(() => asksBeforeLeaving && element.current !== null && hasUnsaved())

  const withStart = (typed: Partial<Values>): Values => {
    const given = Object.entries(typed).filter(([, value]) => value !== undefined)
    return { ...setup.start, ...(Object.fromEntries(given) as Partial<Values>) }
  }

  const shown = new Set<string>() // fields whose faults this form shows: it has read them
  const focusFault = (faults: object) => element.current && focusFirstFault(element.current, faults)

  async function send(typed: Values) {
    if (pending) return
    const values = withStart(typed)
    setFailure({ text: '', isOfField: false })
    const outcome = await run(values)
    if (outcome.done) {
      saved.current = sent.current = values
      onDone?.(outcome.result, values)
      sent.current = null
      return
    }
    const faults = Object.entries(outcome.fields)
    for (const [name, message] of faults) if (shown.has(name)) hook.setError(name as Path<Values>, { message })
    const others = faults.filter(([name]) => !shown.has(name)).map(([, message]) => message)
    if (others.length > 0) setFailure({ text: [...new Set(others)].join(' '), isOfField: true })
    else if (faults.length === 0) setFailure({ text: outcome.sentence, isOfField: false })
    else if (element.current?.closest('[role=dialog]')) toast.remove(outcome.toastId) // on a phone it would cover a field
    focusFault(outcome.fields)
  }

  const faultAt = (name: keyof Values, value: string | boolean, values: Values) => {
    const check = checks[name]
    if (typeof check === 'function') return check(value, values)
    return check && faultOf(check, String(value))
  }

  return {
    props: {
      ref: element,
      noValidate: true,
      method: 'post' as const, // if it is sent before hydration, the values must not appear in the address
      onSubmit: (event: FormEvent) => void hook.handleSubmit(send, focusFault)(event),
    },
    /**
     * Attributes for the control of a field: `<Input {...control} {...form.input('email')} />`, `<Checkbox
     * {...form.input('agree')}>`.
     */
    input: (name: keyof Values & string) => ({
      ...hook.register(name as unknown as Path<Values>, {
        validate: (value, values) => faultAt(name, value ?? setup.start[name], values) ?? true,
        ...(together.includes(name) && { deps: together as readonly string[] as Path<Values>[] }),
      }),
      ...firstValue(setup.start[name]),
    }),
    /** A form shows the faults of the fields that it reads here. */
    errors: watched(Object.keys(setup.start), (name) => {
      shown.add(name)
      return errors[name]?.message
    }) as Partial<Record<keyof Values, string>>,
    /** The last failure, unless fields show it. It stays after its toast. */
    failure: failure.isOfField || !Object.keys(setup.start).some((name) => errors[name]) ? failure.text : '',
    pending,
    submit: { type: 'submit' as const, loading: pending, disabled: !hydrated },
    /** For react-hook-form's `useWatch`, which follows a field during typing. */
    control: hook.control,
    /** Calls the listener after each change of a field. The returned function ends that. */
    follow: (listener: () => void) => hook.subscribe({ formState: { values: true }, callback: listener }),
    /** The fields as they are now. */
    values: () => withStart(getValues()),
    /** Sets a field that a press fills, or one that is no control of the browser. */
    set: (name: keyof Values & string, value: string | boolean) => {
      const path = name as unknown as Path<Values>
      setValue(path, value as PathValue<Values, Path<Values>>, { shouldValidate: formState.isSubmitted })
    },
    /**
     * Sets a field to a value that is saved elsewhere. It counts as unchanged when the visitor leaves. After a sending,
     * words that were typed meanwhile stay.
     */
    keep: (name: keyof Values & string, value: string) => {
      saved.current = { ...saved.current, [name]: value }
      if (sent.current && withStart(getValues())[name] !== sent.current[name]) return
      setValue(name as unknown as Path<Values>, value as PathValue<Values, Path<Values>>)
    },
    /** Fills an empty field. It counts as unchanged when the visitor leaves. */
    fillIn: useCallback(
      (name: keyof Values & string, value: string) => {
        const path = name as unknown as Path<Values>
        if (getValues(path)) return
        saved.current = { ...saved.current, [name]: value }
        setValue(path, value as PathValue<Values, Path<Values>>)
      },
      [getValues, setValue],
    ),
  }
}

const isChanged = (values: Fields, saved: Fields) =>
  Object.keys(saved).some((name) => values[name] !== undefined && values[name] !== saved[name])

const watched = <T>(names: readonly string[], read: (name: string) => T) =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: () => read(name), enumerable: true }])),
  )

/** An empty field gets no default: React would reset a choice that was made before hydration. */
function firstValue(value: string | boolean | undefined) {
  if (typeof value === 'boolean') return value ? { defaultChecked: true } : {}
  return value ? { defaultValue: value } : {}
}
