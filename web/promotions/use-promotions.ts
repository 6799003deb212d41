import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { ask } from '#web/ui/ask.ts'

const refresh = [
  'GET /promotions/mine',
  'GET /promotions/:id',
  'GET /me/items',
  'GET /me/beats',
  'GET /me/packs',
  'GET /me/kits',
] as const

const NEWS = ['promotion', 'sale'] as const

/** Own promotions, the newest first. */
export function usePromotions() {
  useNewsOf(NEWS, refresh)
  return useQuery(apiQuery(call, 'GET /promotions/mine', undefined))
}

/** Cancels a promotion after a question, or runs an ended one once more. */
export function usePromotionActions() {
  const cancel = useAction({
    send: (id: number) => call('POST /promotions/:id/cancel', { params: { id } }),
    success: 'Canceled successfully.',
    failure: 'Failed to cancel.',
    refresh,
  })
  const rerun = useAction({
    send: (id: number) => call('POST /promotions/:id/rerun', { params: { id } }),
    success: 'It runs once more, for nothing.',
    failure: 'It could not be run once more.',
    refresh,
  })
  return {
    isCanceling: cancel.pending,
    isStarting: rerun.pending,
    rerun: (id: number) => rerun.run(id),
    cancel: async (id: number) => {
      const isSure = await ask({
        title: 'Cancel Promotion?',
        text: 'This action cannot be undone. Nothing is returned, neither money nor credits.',
        action: 'Yes, cancel',
        back: 'No, go back',
        danger: true,
      })
      if (isSure) await cancel.run(id)
    },
  }
}
