import { fieldsOf, finiteFrom, readStored, writeStored } from '#web/stored.ts'
import type { Place, View } from './view.ts'

const KEY = 'slide.scrolled'

/** How far the window was scrolled at each entry of the history. */
let kept: Record<string, unknown> = {}

/** Takes the place of the browser, which would scroll before the page has its content. */
export function startScroll(placeNow: () => Place) {
  kept = fieldsOf(readStored(KEY, 'tab'))
  const take = () => {
    history.scrollRestoration = 'manual'
  }
  take()
  addEventListener('pageshow', take)
  addEventListener('pagehide', () => {
    keepScroll(placeNow())
    writeStored(KEY, kept, 'tab')
    history.scrollRestoration = 'auto'
  })
}

export function keepScroll({ key }: Place) {
  kept[key] = scrollY
}

/** Scrolls to where the visitor was, to the place that the address names, or to the top. */
export function putScroll({ place: { key, hash }, keepsScroll }: View) {
  const before = finiteFrom(kept[key])
  const target = hash && document.getElementById(nameIn(hash))
  if (before !== null) scrollTo(0, before)
  else if (target) target.scrollIntoView()
  else if (!keepsScroll) scrollTo(0, 0)
}

function nameIn(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1) // a lone %
  }
}
