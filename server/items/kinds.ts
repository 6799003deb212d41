import type { Kind } from '#contract/item.ts'
import type { ItemKind } from '#server/db/types.ts'

/** The names in the API. */
export const kinds = { beat: 'BEAT', pack: 'PACK', kit: 'KIT' } as const satisfies Record<ItemKind, Kind>
/** The names in sentences. */
export const kindNames = { beat: 'Beat', pack: 'Pack', kit: 'Kit' }

const places = { beat: 'track', pack: 'pack', kit: 'kit' }
/** The path of an item's page. */
export const itemPath = ({ kind, slug }: { kind: ItemKind; slug: string }) => `/${places[kind]}/${slug}`
