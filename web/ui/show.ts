import type { ReactNode } from 'react'
import { create } from 'zustand'

/** The dialog that is shown over the page. `nth` tells two openings of the same dialog apart. */
export const useShown = create<{ node: ReactNode; nth: number }>(() => ({ node: null, nth: 0 }))

/** `show(<ShareDialog … />)`, callable anywhere: one at a time. */
export const show = (node: ReactNode) => useShown.setState(({ nth }) => ({ node, nth: nth + 1 }))

/** Nobody learns of it if nothing is shown. */
export function hide() {
  if (useShown.getState().node !== null) show(null)
}
