import { onDemand } from '#web/on-demand/on-demand.ts'
import { KEY } from './store.ts'

const cart = onDemand(() => import('./cart.ts'))

/** The cart's rules are loaded only for visitors who have a cart. Another tab may fill it later. */
export function startCart() {
  const load = () =>
    void cart.load().then(
      ({ loadCart }) => loadCart(),
      () => {},
    )
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) load()
  })
  try {
    if (localStorage.getItem(KEY)) load()
  } catch {
    // storage is closed to us: the cart lasts as long as this page
  }
}
