import { create } from 'zustand'
import type { CartLine } from './lines.ts'

/** Empty on the server and in the first render. */
export const useCart = create<{ lines: CartLine[] }>(() => ({ lines: [] }))

export const KEY = 'cart.v1'
