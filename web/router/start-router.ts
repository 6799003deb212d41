import type { Tools } from '#web/api/tools.ts'
import { fieldsOf, finiteFrom, textFrom } from '#web/stored.ts'
import { arrive, screenOf, type Ready } from './arrive.ts'
import { findPage } from './match.ts'
import { Redirect, type Page, type Screen } from './page.ts'
import { keepScroll, startScroll } from './scroll.ts'
import type { Guard, Navigate, NavigateOptions, Place, Router, Shown, View } from './view.ts'

/** How a page comes into the history: by an entry of its own, in place of the present one, or by Back and Forward. */
type Way = 'push' | 'replace' | 'pop'

type Settings = {
  pages: readonly Page[]
  tools: Tools
  /** The page of the document, with its code. `isWhole`: the server has run its loader. */
  first: Ready & { isWhole: boolean }
  /** The browser itself opens these. */
  isOtherDocument: (to: URL) => boolean
}

/** Opens pages of this site without a new document. The address changes when the next page is loaded. */
export function startRouter({ pages, tools, first, isOtherDocument }: Settings): Router {
  const { isWhole, screen, ...found } = first
  const needsLoader = !isWhole && screen.loader !== undefined
  let shown: Shown = {
    view: { ...found, place: placeNow(0), ...(!needsLoader && { screen }), keepsScroll: true },
    isLoading: false,
  }
  const listeners = new Set<(shown: Shown) => void>()
  let navigations = 0
  let guard: Guard | null = null

  function show(change: Partial<Shown>) {
    shown = { ...shown, ...change }
    for (const listener of listeners) listener(shown)
  }

  /** The last navigation wins: an earlier one that is still loading comes to nothing. */
  async function open(place: Place, way: Way, keepsScroll = false) {
    const nth = ++navigations
    if (shown.view.screen) keepScroll(shown.view.place)
    const view = isHashOnly(shown.view, place) ? { ...shown.view, place } : await load(place, way)
    if (nth !== navigations || !view) return
    if (way !== 'pop') writePlace(view.place, way)
    show({ view: { ...view, keepsScroll }, isLoading: false })
  }

  /** Undefined if the page is elsewhere: a navigation to there has taken place. */
  async function load(place: Place, way: Way): Promise<View | undefined> {
    show({ isLoading: true })
    const url = new URL(addressOf(place), location.origin)
    const nth = navigations
    const found = findPage(pages, url.pathname)
    let screen: Screen | undefined
    try {
      screen = await screenOf(found.page)
      const answer = await arrive({ ...found, screen }, url, tools)
      if (!(answer instanceof Redirect)) return { ...found, place, screen, data: answer.data }
      if (nth === navigations) await open(newPlace(answer.to, place.index), way === 'pop' ? 'replace' : way)
      return undefined
    } catch (error) {
      return { ...found, place, ...(screen && { screen }), failure: { error } }
    }
  }

  const newPlace = (to: string, index: number, state: unknown = null): Place => {
    const { pathname, search, hash } = new URL(to, location.href)
    return { pathname, search, hash, key: newKey(), index, state }
  }

  const mayLeaveFor = async ({ pathname }: Place) =>
    pathname === shown.view.place.pathname || !guard?.isNeeded() || guard.ask()

  const navigate: Navigate = async (to, { replace = false, state, preventScrollReset }: NavigateOptions = {}) => {
    if (typeof to === 'number') return history.go(to)
    const url = new URL(to, location.href)
    if (isOtherDocument(url)) return replace ? location.replace(url) : location.assign(url)
    const { index } = shown.view.place
    const place = newPlace(to, replace ? index : index + 1, state)
    if (await mayLeaveFor(place)) await open(place, replace ? 'replace' : 'push', preventScrollReset)
  }

  /** Waits for a step of our own in the history, which opens no page. */
  let stepped: (() => void) | null = null
  const step = (by: number) =>
    new Promise<void>((done) => {
      stepped = done
      history.go(by)
    })

  /** The browser has changed the address already. So a page with unsent text gets its address back while it asks. */
  async function followHistory() {
    if (stepped) {
      stepped()
      stepped = null
      return
    }
    const here = shown.view.place
    const place = placeNow(here.index + 1)
    const by = place.index - here.index
    const isGuarded = by !== 0 && place.pathname !== here.pathname && guard?.isNeeded()
    if (isGuarded) {
      await step(-by)
      if (!(await guard!.ask())) return
      await step(by)
    }
    await open(place, 'pop')
  }

  startScroll(() => shown.view.place)
  addEventListener('popstate', () => void followHistory())
  if (needsLoader) void open(shown.view.place, 'replace', true)
  return {
    shown: () => shown,
    listen: (listener) => {
      listeners.add(listener)
      listener(shown)
      return () => listeners.delete(listener)
    },
    navigate,
    guardPage: (added) => {
      guard = added
      return () => {
        if (guard === added) guard = null
      }
    },
  }
}

const newKey = () => Math.random().toString(36).slice(2, 10)

const addressOf = ({ pathname, search, hash }: Place) => pathname + search + hash

const isHashOnly = ({ place: now, screen, failure }: View, to: Place) =>
  screen !== undefined &&
  !failure &&
  now.pathname === to.pathname &&
  now.search === to.search &&
  (to.hash !== '' || now.hash !== '')

function writePlace(place: Place, way: 'push' | 'replace') {
  const { key, index, state } = place
  const entry = { key, index, state }
  if (way === 'push') history.pushState(entry, '', addressOf(place))
  else history.replaceState(entry, '', addressOf(place))
}

/** The entry of the history that the browser is at. An entry that the browser made by itself gets a key and this index. */
function placeNow(index: number): Place {
  const { pathname, search, hash } = location
  const entry = fieldsOf(history.state)
  const key = textFrom(entry['key'])
  const place = {
    pathname,
    search,
    hash,
    key: key ?? newKey(),
    index: finiteFrom(entry['index']) ?? index,
    state: entry['state'],
  }
  if (key === null) writePlace(place, 'replace')
  return place
}
