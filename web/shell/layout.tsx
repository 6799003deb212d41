import { lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { metaOf } from '#web/api/meta.ts'
import { usePlayer } from '#web/player/player.ts'
import { useSignInDialog } from '#web/session/sign-in-dialog.ts'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Overlay } from './overlay.tsx'

// Not needed for the first paint.
const PlayerBar = lazy(() => import('#web/player/player-bar.tsx'))
const SignInDialog = lazy(() => import('./sign-in-dialog-view.tsx'))
const Toasts = lazy(() => import('#web/ui/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

export function Layout() {
  const { pathname } = useLocation()
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const hasSound = usePlayer((player) => player.index >= 0) && !['/login', '/signup'].includes(pathname)
  const signInAsked = useSignInDialog((dialog) => dialog.open)
  useTitle()
  return (
    <>
      <a href="#main" className="btn btn-paper fixed top-2 left-2 z-70 not-focus:sr-only">
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        <Outlet />
      </main>
      <Footer withPlayer={hasSound} />
      <Overlay>{hasSound && <PlayerBar />}</Overlay>
      <BottomNav />
      <Overlay>{signInAsked && <SignInDialog />}</Overlay>
      <Overlay>{hydrated && <Toasts />}</Overlay>
      <ScrollRestoration />
    </>
  )
}

const never = () => () => {}

/** The server has printed the first page's title; its loaders' data stayed there. */
function useTitle() {
  const matches = useMatches()
  const [first] = useState(matches)
  useEffect(() => {
    if (matches !== first) document.title = metaOf(matches).title
  }, [first, matches])
}
