import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

type Form = { element: RefObject<HTMLElement | null>; hasUnsaved: () => boolean }

const forms = new Set<Form>()

/** Lets the dialog around a form know whether words in it were not sent. The form's element takes the returned ref. */
export function useUnsaved<Shown extends HTMLElement>(hasUnsaved: () => boolean) {
  const element = useRef<Shown>(null)
  const answer = useEffectEvent(hasUnsaved)
  useEffect(() => {
    const form = { element, hasUnsaved: () => answer() }
    forms.add(form)
    return () => void forms.delete(form)
  }, [])
  return element
}

/** Whether a form inside has words that were not sent. */
export const hasUnsavedIn = (place: Element | null) =>
  [...forms].some(({ element, hasUnsaved }) => place?.contains(element.current) && hasUnsaved())
