import { create } from 'zustand'

/** As far as the header needs it: how many lines the cart holds. */
export const useCart = create<{ count: number }>(() => ({ count: 0 }))

const KEY = 'cart.v1'

function readCount() {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(lines) ? lines.length : 0
  } catch {
    return 0
  }
}

/** After hydration, so that the first render is the server's; later from other tabs. */
export function startCart() {
  const refresh = () => useCart.setState({ count: readCount() })
  refresh()
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) refresh()
  })
}
