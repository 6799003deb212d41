import { afterEach, expect, test, vi } from 'vitest'
import type { OrderedPurchase } from '#contract/purchases.ts'
import { passEngine, usePlayer } from '#web/player/player.ts'
import { playOrder } from './play-order.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a second press while an order loads does not pause it', async () => {
  const engine = { start: vi.fn(), pause: vi.fn() }
  passEngine({ loaded: () => undefined, load: () => Promise.resolve(engine) } as never)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ streamUrl: '/api/files/whole/7' })))
  const order = [{ purchaseId: 7, itemId: 3, kind: 'BEAT', type: 'beat', state: 'owned' } as OrderedPurchase]
  await Promise.all([playOrder(order), playOrder(order)])
  await vi.waitFor(() => expect(engine.start).toHaveBeenCalledOnce())
  expect(engine.pause).not.toHaveBeenCalled()
  usePlayer.setState(usePlayer.getInitialState(), true)
})
