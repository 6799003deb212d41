import { onDemand } from '#web/on-demand/on-demand.ts'
import { KEY } from './store.ts'

const cart = onDemand(() => import('./cart.tsx'))

/** Loads the cart's code only for visitors who have a cart. Another tab may fill the cart later. */
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
    // without storage the cart lasts as long as this page
  }
}
