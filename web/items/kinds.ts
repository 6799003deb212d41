import type { Route } from '#contract/caller.ts'
import type { Kind } from '#contract/item.ts'

/** All names that differ between the three kinds. No other file has a table of them. */
export const kinds = {
  BEAT: {
    one: 'beat',
    many: 'beats',
    name: 'Beat',
    names: 'Beats',
    /** The first part of the item page's address. */
    place: 'track',
    /** The call with which its seller deletes it. */
    removal: 'DELETE /me/beats/:id',
    /** Search engines show these. */
    product: 'drill beat',
    /** The name of its contents. */
    parts: null,
    buying: 'Buy License',
    /** The class that gives the cover the outline of its kind. */
    silhouette: '',
    /** The files that its seller may replace or add. */
    files: ['cover', 'audio', 'stems', 'project'],
  },
  PACK: {
    one: 'pack',
    many: 'packs',
    name: 'Pack',
    names: 'Packs',
    place: 'pack',
    removal: 'DELETE /me/packs/:id',
    product: 'drill beat pack',
    parts: 'tracks',
    buying: 'Buy (choose license)',
    silhouette: 'pack-edge',
    files: ['cover', 'zip', 'stems'],
  },
  KIT: {
    one: 'kit',
    many: 'kits',
    name: 'Kit',
    names: 'Kits',
    place: 'kit',
    removal: 'DELETE /kits/:id',
    product: 'drill sound kit',
    parts: 'samples',
    buying: 'Add to cart',
    silhouette: 'kit-cut',
    files: ['cover', 'zip'],
  },
} as const satisfies Record<Kind, object>

/** The kinds in the order that lists show. */
export const KINDS = Object.keys(kinds) as Kind[]

type Names<K extends Kind = Kind> = (typeof kinds)[K]
/** The names in addresses and calls. */
export type Many = Names['many']

export const kindOf = (one: Names['one']) => KINDS.find((kind) => kinds[kind].one === one)!

/** A call without a method is a GET. */
type CallOf<K extends Kind> = Route extends infer R
  ? R extends `${infer Method} /${Names<K>['many']}/:id/${infer Call}`
    ? Method extends 'GET'
      ? Call
      : `${Method} ${Call}`
    : never
  : never
type RouteOf<K extends Kind, Call> = Call extends `${infer Method} ${infer Path}`
  ? `${Method} /${Names<K>['many']}/:id/${Path}`
  : `GET /${Names<K>['many']}/:id/${Call & string}`

/** The call for an item of a kind: `itemRoute(kind, 'licenses')`, `itemRoute(kind, 'POST like')`. */
export function itemRoute<K extends Kind, Call extends CallOf<K>>(kind: K, call: Call) {
  const [path, method = 'GET'] = call.split(' ').toReversed()
  return `${method} /${kinds[kind].many}/:id/${path}` as RouteOf<K, Call>
}

/** The call that reads an item itself. */
export const itemRouteById = <K extends Kind>(kind: K) =>
  `GET /${kinds[kind].many}/:id` as `GET /${Names<K>['many']}/:id`

/** A call of an item's seller: `sellerRoute('BEAT', 'PATCH licenses')`. */
export const sellerRoute = <K extends Kind, Method extends string, Path extends string>(
  kind: K,
  call: `${Method} ${Path}`,
) => {
  const [method, path] = call.split(' ')
  return `${method} /me/${kinds[kind].many}/:id/${path}` as `${Method} /me/${Names<K>['many']}/:id/${Path}`
}

/** The call that lists the files in a bought pack or kit. */
export const tracksRoute = <K extends 'PACK' | 'KIT'>(kind: K) =>
  `GET /purchases/${kinds[kind].many}/:id/tracks` as `GET /purchases/${Names<K>['many']}/:id/tracks`

/** The call that reads an own item, in any state. */
export const ownRoute = <K extends Kind>(kind: K) =>
  `GET /me/${kinds[kind].many}/:id` as `GET /me/${Names<K>['many']}/:id`
