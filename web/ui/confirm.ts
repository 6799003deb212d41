import { useSyncExternalStore, type ReactNode } from 'react'

export type Question = {
  title: string
  text?: ReactNode
  /** The action as a verb: 'Delete', 'Cancel plan'. */
  action: string
  /** The way out. Without it 'Cancel'. */
  back?: string
  danger?: boolean
}

type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function ask(next: Asked | null) {
  asked = next
  for (const listener of listeners) listener()
}

/** `if (await confirm({ title: 'Delete beat?', action: 'Delete' })) …`, callable anywhere; `ConfirmDialog` shows it. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    ask({
      ...question,
      answer: (yes) => {
        ask(null)
        resolve(yes)
      },
    })
  })
}

/** The open question; null most of the time, so that the dialog can be loaded with the first one. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
    () => null,
  )
}
