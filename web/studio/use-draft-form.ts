import { useEffect, useEffectEvent, type FormEvent } from 'react'
import { restoreFiles, type Draft } from './draft.ts'

const KEEP_AFTER = 1_000

type Setup<Values, Found> = {
  draft: Draft<Values, Found>
  form: { values: () => Values; follow: (listener: () => void) => () => void }
  /** Shows the dialog with this draft. */
  openDraft: () => void
  close: () => void
}

/** Keeps a form's values in its draft while the person types, and closes the form when it has been sent. */
export function useDraftForm<Values, Found>({ draft, form, openDraft, close }: Setup<Values, Found>) {
  const stage = draft((state) => state.stage)
  const keep = useEffectEvent(() => draft.setState({ values: form.values() }))
  const follow = useEffectEvent((listener: () => void) => form.follow(listener))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const keepNow = () => {
      clearTimeout(timer)
      keep()
    }
    const end = follow(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP_AFTER)
    })
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      end()
      keepNow()
    }
  }, [])
  useEffect(() => {
    if (stage === 'sent') close()
  }, [stage, close])
  const restore = useEffectEvent(() => restoreFiles(draft, openDraft))
  useEffect(() => restore(), [])
  const touch = (name: string) => {
    if (name) draft.setState(({ touched }) => ({ touched: new Set(touched).add(name) }))
  }
  return { touch, onInput: ({ target }: FormEvent) => touch((target as HTMLInputElement).name) }
}
