import type { Route } from '#contract/caller.ts'
import type { Kind } from '#contract/item.ts'

/** Everything that the three kinds have different names for; no other file has a table of them. */
export const kinds = {
  BEAT: {
    one: 'beat',
    many: 'beats',
    name: 'Beat',
    names: 'Beats',
    /** The address of its page begins so. */
    place: 'track',
    /** For search engines. */
    product: 'drill beat',
    buying: 'Buy License',
    /** The class that cuts its cover to the kind's outline. */
    silhouette: '',
  },
  PACK: {
    one: 'pack',
    many: 'packs',
    name: 'Pack',
    names: 'Packs',
    place: 'pack',
    product: 'drill beat pack',
    buying: 'Buy (choose license)',
    silhouette: 'pack-edge',
  },
  KIT: {
    one: 'kit',
    many: 'kits',
    name: 'Kit',
    names: 'Kits',
    place: 'kit',
    product: 'drill sound kit',
    buying: 'Add to cart',
    silhouette: 'kit-cut',
  },
} as const satisfies Record<Kind, object>

/** In the order in which they are listed. */
export const KINDS = Object.keys(kinds) as Kind[]

type Names<K extends Kind = Kind> = (typeof kinds)[K]
/** As they stand in addresses and calls. */
export type Many = Names['many']

export const kindOf = (one: Names['one']) => KINDS.find((kind) => kinds[kind].one === one)!

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type CallOf<K extends Kind, M extends Method> = Route extends infer R
  ? R extends `${M} /${Names<K>['many']}/:id/${infer Call}`
    ? Call
    : never
  : never

/** The call for an item of a kind: `itemRoute(kind, 'licenses')`, `itemRoute(kind, 'like', 'POST')`. */
export const itemRoute = <K extends Kind, M extends Method = 'GET', C extends CallOf<K, M> = CallOf<K, M>>(
  kind: K,
  call: C,
  method: M = 'GET' as M,
) => `${method} /${kinds[kind].many}/:id/${call}` as `${M} /${Names<K>['many']}/:id/${C}`

/** The call that reads an item itself. */
export const itemRouteById = <K extends Kind>(kind: K) =>
  `GET /${kinds[kind].many}/:id` as `GET /${Names<K>['many']}/:id`
