import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'

const LONGEST = 80
const ONE_CHOOSER = 5_110_143 // advisory lock: two transactions must not choose the same slug

/** The title in lower-case Latin letters, digits and dashes. A title without any of them gives the kind. */
export function slugOf(kind: ItemKind, title: string) {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return slug || kind
}

/** Locks the choice of slugs until the transaction ends. Call it before locking any row. */
export const lockSlugs = (tx: Tx) => sql`select pg_advisory_xact_lock(${ONE_CHOOSER})`.execute(tx)

/**
 * The wanted slug if it is free, else the first free one of `wanted-2`, `wanted-3`, … `wanted-100`, else one with a number
 * by chance: everybody waits for the choice, so it must not grow with what somebody took. An item may take back its own
 * earlier slug.
 */
export async function freeSlug(tx: Tx, wanted: string, itemId: number | null = null) {
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select n, ${wanted}::text || case when n = 1 then '' else '-' || n end as slug from (
        select generate_series(1, 100) as n
        union all select 101 + floor(random() * 1e9)::int from generate_series(1, 20)) numbers) candidate
    where not exists (select from item where item.slug = candidate.slug and item.id is distinct from ${itemId}::bigint)
      and not exists (select from item_old_slug old
        where old.slug = candidate.slug and old.item_id is distinct from ${itemId}::bigint)
    order by n limit 1`.execute(tx)
  return rows[0]!.slug
}
