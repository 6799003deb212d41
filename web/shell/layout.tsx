import { Suspense, useEffect, useRef, useState } from 'react'
import { subscribe } from '#web/live/live.ts'
import { useLive } from '#web/live/use-live.ts'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { onDemand, startFetchingAhead } from '#web/on-demand/on-demand.ts'
import { whenIdle } from '#web/on-demand/when-idle.ts'
import { isSilentPlace, loadEngine, pause, usePlayer } from '#web/player/player.ts'
import { useLocation, useView } from '#web/router/hooks.ts'
import { headOf } from '#web/router/page.ts'
import { Screen } from '#web/router/screen.tsx'
import { keepAccount, useSession } from '#web/session/session.ts'
import { useSignInDialog } from '#web/session/sign-in-dialog.ts'
import { showLayers } from '#web/ui/layers.ts'
import { hide, useShown } from '#web/ui/show.ts'
import { findWaitingForms, useWaitingForms } from '#web/uploads/waiting-forms.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import { Announcer } from './announcer.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Loading } from './loading.tsx'
import { Overlay } from './overlay.tsx'
import { LoadNotice } from './load-notice.tsx'
import { PageError } from './page-error.tsx'

// not needed for the first paint
const playerBar = onDemand(() => import('#web/player/player-bar.tsx'))
const signInDialog = onDemand(() => import('./sign-in-dialog-view.tsx'))
const tray = onDemand(() => import('#web/uploads/tray.tsx'))
const later = onDemand(() => import('./later.tsx'))
const bannedBanner = onDemand(() => import('./banned-banner.tsx'))
const leavingBanner = onDemand(() => import('./leaving-banner.tsx'))
const houseBanner = onDemand(() => import('#web/announcements/house-banner.tsx'))

/**
 * React hydrates what stands within this border in small steps, so that a phone stays responsive. An element that is the
 * same each time stays out of changes of the layout: they would make React hydrate all of it at once.
 */
const screen = (
  <Suspense>
    <Screen Failed={PageError} />
  </Suspense>
)

export function Layout() {
  const { pathname, key } = useLocation()
  const touched = useTouched()
  const silent = isSilentPlace(pathname)
  const hasSound = usePlayer((player) => player.queue.index >= 0) && !silent
  const signInAsked = useSignInDialog((dialog) => dialog.open)
  const waits = useWaitingForms(({ forms }) => forms.length > 0)
  const hasUploads = useUploads(({ uploads, items }) => uploads.length + items.length > 0) || waits
  const account = useSession((session) => session.auth?.userId)
  const leaves = useSession((session) => Boolean(session.auth?.leavesAt))
  const isBanned = useSession((session) => Boolean(session.auth?.bannedAt))
  const shown = useShown()
  useTitle()
  useLive()
  useEffect(hide, [key]) // closes overlays of the last page
  useCloseForNext(account)
  useEffect(showLayers, [key])
  useEffect(() => findWaitingForms(account), [account])
  useEffect(() => subscribe('account', keepAccount), [])
  useEffect(() => whenIdle(loadEngine), [])
  useEffect(() => whenIdle(startFetchingAhead), [])
  useEffect(() => {
    if (silent) pause()
  }, [silent])
  return (
    <>
      <SkipLink to="main">Skip to the content</SkipLink>
      {hasSound && <SkipLink to="player">Skip to the player</SkipLink>}
      <Header />
      <Overlay>{isBanned && <Loaded code={bannedBanner} />}</Overlay>
      <Overlay>{leaves && <Loaded code={leavingBanner} />}</Overlay>
      <Overlay>{account !== undefined && !isBanned && <Loaded code={houseBanner} quiet />}</Overlay>
      <Loading />
      <main id="main" tabIndex={-1} className="min-h-[calc(100vh-16.5rem-var(--bars))] outline-none">
        {screen}
      </main>
      <Footer />
      <Overlay>{hasSound && <Loaded code={playerBar} />}</Overlay>
      <Overlay>{hasUploads && <Loaded code={tray} />}</Overlay>
      <BottomNav />
      <Overlay key={shown.nth}>{shown.node}</Overlay>
      <Overlay>{shown.questions}</Overlay>
      <Overlay>{signInAsked && <Loaded code={signInDialog} />}</Overlay>
      <Overlay>{touched && <Loaded code={later} quiet />}</Overlay>
      <LoadNotice />
      <Announcer />
    </>
  )
}

/** Moves the focus. The router knows nothing of an entry in the history that a hash would make. */
const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
    className="btn btn-paper fixed top-2 left-2 z-70 not-focus:sr-only"
  >
    {children}
  </a>
)

/** Closes overlays of the last account. While nobody is signed in they stay: a session may end while words are typed. */
function useCloseForNext(account: number | undefined) {
  const last = useRef(account)
  useEffect(() => {
    if (account === undefined || account === last.current) return
    if (last.current !== undefined) hide()
    last.current = account
  }, [account])
}

/**
 * A visitor who has done nothing yet gets no toasts and no tips. So their code loads with the first touch or key, or when
 * the page is idle, since the first touch may come before this code listens.
 */
function useTouched() {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'focusin']
    const touch = () => setTouched(true)
    for (const name of events) addEventListener(name, touch, { once: true })
    const forget = whenIdle(touch)
    return () => {
      forget()
      for (const name of events) removeEventListener(name, touch)
    }
  }, [])
  return touched
}

/**
 * Sets the document's title. The server has printed the title of the first page, except for pages that need an account:
 * those load in the browser.
 */
function useTitle() {
  const view = useView()
  const [first] = useState(view)
  useEffect(() => {
    const isPrinted = view === first && !view.page.signedIn
    const title = !isPrinted && headOf(view)?.title
    if (title) document.title = title
  }, [first, view])
}
