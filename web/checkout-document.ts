import type { createBrowserRouter, To } from 'react-router'
import { paths } from '#web/paths.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Where a card is charged by its provider's script, the checkout is a document of its own, because only its content
 * policy allows that script. So the browser itself loads the checkout, and the page after it.
 */
export function keepCheckoutApart(router: Router) {
  if (document.documentElement.dataset.pays !== 'apart') return
  const isHere = isCheckout(location.pathname)
  const within = router.navigate.bind(router) as (to: To | number | null, options?: unknown) => Promise<void>
  const navigate: typeof within = async (to, options) => {
    const address = typeof to === 'string' ? new URL(to, location.href) : null
    if (!address || isCheckout(address.pathname) === isHere) return within(to, options)
    if ((options as { replace?: boolean } | undefined)?.replace) location.replace(address)
    else location.assign(address)
  }
  router.navigate = navigate
}

const isCheckout = (pathname: string) => pathname.replace(/\/+$/, '') === paths.checkout()
