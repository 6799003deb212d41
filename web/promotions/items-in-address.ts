import type { Kind } from '#contract/item.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { paths } from '#web/paths.ts'

type Named = { kind: Kind; id: number }

export const namesOf = (items: readonly Named[]) => items.map(({ kind, id }) => `${kinds[kind].one}-${id}`).join(' ')

/** The page of promotions with these items chosen. */
export const toPromote = (items: readonly Named[]) => paths.promos({ item: namesOf(items) })

/** The items of such an address, each once: 'beat-7 pack-9'. Anything else is left out. */
export function itemsIn(text: string): Named[] {
  return [...new Set(text.split(' '))].flatMap((word) => {
    const [, one, id] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(word) ?? []
    const kind = KINDS.find((known) => kinds[known].one === one)
    return kind ? [{ kind, id: Number(id) }] : []
  })
}
