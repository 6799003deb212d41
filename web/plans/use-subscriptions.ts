import { useQuery } from '@tanstack/react-query'
import type { LibrarySubscription } from '#contract/billing.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { ask } from '#web/ui/ask.ts'
import { localDay } from '#web/ui/local-day.ts'

const refresh = ['GET /billing/subscriptions/mine', 'GET /me'] as const

/** `system`: a plan that an admin gives or takes. */
const NEWS = ['renewal', 'system'] as const
const READS = [...refresh, 'GET /billing/grants/mine', 'GET /billing/tasks/mine'] as const

export function useSubscriptions() {
  useNewsOf(NEWS, READS)
  return useQuery(apiQuery(call, 'GET /billing/subscriptions/mine', undefined))
}

/** The plan that the person was given by an admin for now. */
export const usePlanGrants = () => useQuery(apiQuery(call, 'GET /billing/grants/mine', undefined))

/** The subscription that has not ended. */
export const presentOf = (subscriptions: readonly LibrarySubscription[]) =>
  subscriptions.find(({ endedAt }) => endedAt === null) ?? null

/** Cancels and resumes. The provider may want its owner to approve a new period on its own page. */
export function useSubscriptionActions() {
  const cancel = useAction({
    send: (id: number) => call('POST /billing/subscriptions/:id/cancel', { params: { id } }),
    success: 'Canceled successfully.',
    failure: 'Failed to cancel.',
    refresh,
  })
  const resume = useAction({
    send: (id: number) => call('POST /billing/subscriptions/:id/resume', { params: { id } }),
    success: 'Subscription renewed successfully.',
    failure: 'Failed to renew subscription.',
    refresh,
  })
  return {
    isCanceling: cancel.pending,
    isResuming: resume.pending,
    cancel: async ({ id, planName, isOverdue, currentPeriodEnd }: LibrarySubscription) => {
      const kept = !isOverdue && currentPeriodEnd && ` Your ${planName} plan lasts until ${localDay(currentPeriodEnd)}.`
      const isSure = await ask({
        title: 'Cancel Subscription?',
        text: `This action cannot be undone.${kept || ''}`,
        action: 'Yes, cancel',
        back: 'No, go back',
        danger: true,
      })
      if (isSure) await cancel.run(id)
    },
    resume: async (id: number) => {
      const outcome = await resume.run(id)
      if (outcome.done && outcome.result.paymentUrl) location.assign(outcome.result.paymentUrl)
    },
  }
}
