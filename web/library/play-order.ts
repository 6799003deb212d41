import type { OrderedPurchase, PurchasedTrack } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'
import { soundNow, toggle, toggleCurrent, usePlayer } from '#web/player/player.ts'
import type { Sound } from '#web/player/sound.ts'
import { beatSound, trackSounds } from './owned-sounds.ts'

/** The sound of an order that is playing or paused. */
export const soundOfOrder = (player: Parameters<typeof soundNow>[0], purchases: readonly OrderedPurchase[]) => {
  const now = soundNow(player)
  return now?.owned && purchases.some(({ purchaseId }) => purchaseId === now.owned?.purchaseId) ? now : null
}

/** Plays the whole sounds of all purchases, one after the other. While one of them plays, pauses it. */
export async function playOrder(purchases: readonly OrderedPurchase[]) {
  if (soundOfOrder(usePlayer.getState(), purchases)) return toggleCurrent()
  const action = {
    send: async () => (await Promise.all(purchases.map(soundsOf))).flat(),
    loading: 'Loading tracks…',
    failure: () => 'Could not load audio',
  }
  const outcome = await act(action, undefined)
  const first = outcome.done ? outcome.result[0] : undefined
  if (soundOfOrder(usePlayer.getState(), purchases)) return // by an earlier press
  if (outcome.done && first) toggle(outcome.result, first)
}

async function soundsOf(purchase: OrderedPurchase): Promise<Sound[]> {
  const params = { id: purchase.purchaseId }
  if (purchase.state === 'refunded') return []
  if (purchase.type === 'beat') {
    const { streamUrl } = await call('GET /library/:id', { params })
    return streamUrl === null ? [] : [beatSound(purchase, streamUrl)]
  }
  return trackSounds(purchase, await tracksOf(purchase.type, params))
}

async function tracksOf(type: 'pack' | 'kit', params: { id: number }): Promise<PurchasedTrack[]> {
  const { items } =
    type === 'pack'
      ? await call('GET /purchases/packs/:id/tracks', { params, query: {} })
      : await call('GET /purchases/kits/:id/tracks', { params, query: {} })
  return items
}
