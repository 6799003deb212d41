import { create } from 'zustand'
import type { CartLine } from './lines.ts'

/** Empty on the server and in the first render. */
export const useCart = create<{ lines: CartLine[] }>(() => ({ lines: [] }))

export const KEY = 'cart.v1'

/** The cart's rules are loaded only for those who have one; from other tabs it may come later. */
export function startCart() {
  const load = () => void import('./cart.ts').then((cart) => cart.loadCart())
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) load()
  })
  try {
    if (localStorage.getItem(KEY)) load()
  } catch {
    // storage is closed to us: the cart lasts as long as this page
  }
}
