import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

const refresh = ['GET /chat/threads', 'GET /chat/threads/:id'] as const

export const useBlock = (id: number) =>
  useAction({
    send: () => call('PUT /chat/blocks/:id', { params: { id } }),
    success: 'Blocked. Neither of you can write to the other.',
    failure: 'Couldn’t block this person.',
    refresh,
  })

export const useUnblock = (id: number) =>
  useAction({
    send: () => call('DELETE /chat/blocks/:id', { params: { id } }),
    success: 'Unblocked.',
    failure: 'Couldn’t unblock this person.',
    refresh,
  })
