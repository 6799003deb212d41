import { useEffect, useEffectEvent, type FormEvent } from 'react'
import type { Draft } from './draft.ts'

type Setup<Values, Found> = { draft: Draft<Values, Found>; form: { values: () => Values }; close: () => void }

/** Keeps a form's values in its draft when the dialog closes, and closes it when the form has been sent. */
export function useDraftForm<Values, Found>({ draft, form, close }: Setup<Values, Found>) {
  const stage = draft((state) => state.stage)
  const keep = useEffectEvent(() => draft.setState({ values: form.values() }))
  useEffect(() => () => keep(), [])
  useEffect(() => {
    if (stage === 'sent') close()
  }, [stage, close])
  const touch = (name: string) => {
    if (name) draft.setState(({ touched }) => ({ touched: new Set(touched).add(name) }))
  }
  return { touch, onInput: ({ target }: FormEvent) => touch((target as HTMLInputElement).name) }
}
