import { paths } from '#web/paths.ts'

/**
 * Where a card is charged by its provider's script, the checkout is a document of its own, because only its content
 * policy allows that script. So the browser itself loads the checkout, and the page after it.
 */
export const isOtherDocument = (to: URL) =>
  document.documentElement.dataset.pays === 'apart' && isCheckout(to) !== isCheckout(location)

const isCheckout = ({ pathname }: { pathname: string }) => pathname.replace(/\/+$/, '') === paths.checkout()
