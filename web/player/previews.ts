import type { PlaylistEntry } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { isPublic, type Sound } from './sound.ts'

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

/** Asks the server for the sound's present address. Without a line there is no answer. */
export async function freshUrl(sound: Sound): Promise<{ url: string | null; hasLine: boolean }> {
  try {
    return { url: await askForUrl(sound), hasLine: true }
  } catch (error) {
    return { url: null, hasLine: error instanceof ApiFailure }
  }
}

async function askForUrl(sound: Sound): Promise<string | null> {
  const { kind, id, trackId, owned } = sound
  if (owned) {
    const { purchaseId, key } = owned
    const query = key === undefined ? {} : { key }
    return (await call('GET /purchases/:id/stream-url', { params: { id: purchaseId }, query })).url
  }
  if (!isPublic(sound)) return null // the preview of its item is another sound
  if (trackId === undefined || kind === 'BEAT')
    return (await call(itemRoute(kind, 'preview-url'), { params: { id } })).url
  kept.delete(`${kind} ${id}`)
  return (await previewsOf(kind, id)).find((preview) => preview.id === trackId)?.previewUrl ?? null
}
