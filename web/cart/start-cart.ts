import { cartCode } from './cart-code.ts'
import { KEY } from './store.ts'

/** Loads the cart's code only for visitors who have a cart. Another tab may fill the cart later. */
export function startCart() {
  const load = () =>
    void cartCode.load().then(
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
