import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { LoadingContext, RouterContext, ViewContext } from './hooks.ts'
import { putScroll } from './scroll.ts'
import type { Router } from './view.ts'

/** Gives its children the page on screen. The old page stays until React has the next one ready. */
export function RouterView({ router, children }: { router: Router; children: ReactNode }) {
  const [{ view, isLoading }, setShown] = useState(router.shown)
  useLayoutEffect(() => router.listen((next) => startTransition(() => setShown(next))), [router])
  useLayoutEffect(() => {
    putScroll(view)
  }, [view])
  return (
    <RouterContext value={router}>
      <ViewContext value={view}>
        <LoadingContext value={isLoading}>{children}</LoadingContext>
      </ViewContext>
    </RouterContext>
  )
}
