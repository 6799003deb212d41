import { fieldsOf, finiteFrom, readStored, writeStored } from '#web/stored.ts'
import { decoded } from './match.ts'
import type { Place, View } from './view.ts'

const KEY = 'slide.scrolled'

/** How far the window was scrolled at each entry of the history. */
let kept: Record<string, unknown> = {}

/** The entry whose page is on screen. A page whose loader still runs is not. */
let onScreen: Place | null = null

/** Takes the place of the browser, which would scroll before the page has its content. */
export function startScroll() {
  kept = fieldsOf(readStored(KEY, 'tab'))
  const take = () => {
    history.scrollRestoration = 'manual'
  }
  take()
  addEventListener('pageshow', take)
  addEventListener('pagehide', () => {
    keepScroll()
    writeStored(KEY, kept, 'tab')
    history.scrollRestoration = 'auto'
  })
}

export function keepScroll() {
  if (onScreen) kept[onScreen.key] = scrollY
}

/** Scrolls to where the visitor was, to the place that the address names, or to the top. */
export function putScroll({ place, screen, failure, keepsScroll }: View) {
  if (!screen && !failure) return
  onScreen = place
  const before = finiteFrom(kept[place.key])
  const target = place.hash && document.getElementById(decoded(place.hash.slice(1)))
  if (before !== null) scrollTo(0, before)
  else if (keepsScroll) return
  else if (target) target.scrollIntoView()
  else scrollTo(0, 0)
}
