import { create } from 'zustand'
import type { Item } from '#contract/item.ts'
import { kinds } from '#web/items/kinds.ts'
import type { CartLine } from './lines.ts'

/** The line of an item, whatever its license. */
export const lineOf = (lines: readonly CartLine[], { kind, id }: Pick<Item, 'kind' | 'id'>) => {
  const name = `${kinds[kind].one}:${id}`
  return lines.find((line) => line.id === name || line.id.startsWith(`${name}:`))
}

/** Empty on the server and in the first render. */
export const useCart = create<{ lines: CartLine[] }>(() => ({ lines: [] }))

export const KEY = 'cart.v1'
