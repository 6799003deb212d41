import type { ReactNode } from 'react'
import { create } from 'zustand'

/** What lies over the page; `nth` tells one from the next, even of the same dialog. */
export const useShown = create<{ node: ReactNode; nth: number }>(() => ({ node: null, nth: 0 }))

/** `show(<ShareDialog … />)`, callable anywhere: one at a time. */
export const show = (node: ReactNode) => useShown.setState(({ nth }) => ({ node, nth: nth + 1 }))
