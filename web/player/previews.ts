import type { PlaylistEntry } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { itemRoute } from '#web/items/kinds.ts'
import type { Sound } from './sound.ts'

const KEPT = 120_000
const kept = new Map<string, { until: number; previews: Promise<PlaylistEntry[]> }>()

/** The previews of a pack or kit, kept for two minutes. */
export function previewsOf(kind: 'PACK' | 'KIT', id: number): Promise<PlaylistEntry[]> {
  const key = `${kind} ${id}`
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.previews
  const previews = ask(kind, id)
  kept.set(key, { until: Date.now() + KEPT, previews })
  previews.catch(() => kept.delete(key))
  return previews
}

const ask = (kind: 'PACK' | 'KIT', id: number) => call(itemRoute(kind, 'preview-playlist'), { params: { id } })

/** Asks the server for the sound's present address; null when there is none. */
export async function freshUrl({ kind, id, trackId, owned }: Sound): Promise<string | null> {
  try {
    if (owned) {
      const { purchaseId, key } = owned
      const query = key === undefined ? {} : { key }
      return (await call('GET /purchases/:id/stream-url', { params: { id: purchaseId }, query })).url
    }
    if (trackId === undefined || kind === 'BEAT')
      return (await call(itemRoute(kind, 'preview-url'), { params: { id } })).url
    kept.delete(`${kind} ${id}`)
    return (await previewsOf(kind, id)).find((preview) => preview.id === trackId)?.previewUrl ?? null
  } catch {
    return null
  }
}
