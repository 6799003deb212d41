import type { Found } from './match.ts'
import type { Screen } from './page.ts'

/** An address, and the entry of the browser's history that has it. */
export type Place = {
  pathname: string
  search: string
  hash: string
  key: string
  /** The entry's number in this tab. */
  index: number
  /** Values that came with the navigation and stay with the entry. */
  state: unknown
}

/** The page on screen. Its screen is missing while the loader of the first page runs, and after a failure of its code. */
export type View = Found & {
  place: Place
  screen?: Screen
  data?: unknown
  failure?: { error: unknown }
  /** The window stays where it is: a list has changed, or the browser has scrolled the first page itself. */
  keepsScroll?: boolean
}

export type Shown = { view: View; isLoading: boolean }

type NavigateOptions = {
  /** Takes the place of the present entry in the history. */
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
  /** It opens what is open, so no text is lost and nothing is asked. */
  staysHere?: boolean
}

/** Opens an address of this site, relative to the present one. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export type Address = Pick<Place, 'pathname' | 'search'>

/** Holds the visitor at unsent text. It is needed if the way from one address to the other loses some. */
export type Guard = { isNeeded: (from: Address, to: Address) => boolean; ask: () => Promise<boolean> }

export type Router = {
  shown: () => Shown
  /** Tells which page is shown, now and after each change. Returns how to end it. */
  listen: (listener: (shown: Shown) => void) => () => void
  navigate: Navigate
  guardPage: (guard: Guard) => void
}
