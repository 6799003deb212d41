import type { Navigate } from '#web/router/view.ts'

/** Opens links to this site through the router. The browser handles all other clicks. */
export function followLinks(navigate: Navigate) {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !opensHere(event, link)) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash, {
      preventScrollReset: link.dataset.keepScroll !== undefined,
    })
  })
}

/** Whether a click opens a page of this site in this tab. */
export const opensHere = (event: MouseEvent, link: HTMLAnchorElement) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (!link.target || link.target === '_self') &&
  !link.hasAttribute('download') &&
  link.origin === location.origin &&
  // the browser also moves the focus to an anchor on this page
  !(link.hash && link.pathname === location.pathname && link.search === location.search) &&
  !/^\/(api|media|assets|og)\//.test(link.pathname)
