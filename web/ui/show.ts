import type { ReactNode } from 'react'
import { create } from 'zustand'

export type Question = {
  title: string
  text?: ReactNode
  /** The action as a verb: 'Delete', 'Cancel plan'. */
  action: string
  /** The way out. Without it 'Cancel'. */
  back?: string
  danger?: boolean
}

type Shown = {
  node: ReactNode
  /** Tells two openings of the same dialog apart. */
  nth: number
  asked: (Question & { answer: (yes: boolean) => void }) | null
  /** Shows what is asked. It comes with the first question. */
  questions: ReactNode
}

/** The dialog that is shown over the page, and the question above it. */
export const useShown = create<Shown>(() => ({ node: null, nth: 0, asked: null, questions: null }))

/** `show(<ShareDialog … />)`, callable anywhere: one at a time. */
export const show = (node: ReactNode) => useShown.setState(({ nth }) => ({ node, nth: nth + 1 }))

/** Nobody learns of it if nothing is shown. An open question is answered with no. */
export function hide() {
  const { node, asked } = useShown.getState()
  asked?.answer(false)
  if (node) useShown.setState({ node: null })
}
