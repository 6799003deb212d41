import { useQuery } from '@tanstack/react-query'
import { useParams } from '#web/router/hooks.ts'
import type { SandboxSubscription } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { ApprovalPage, type Answer } from './approval-page.tsx'

/** The page on which a buyer approves a subscription. */
export function Component() {
  const { reference = '' } = useParams()
  const params = { reference }
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /sandbox/subscriptions/:reference', { params }),
    staleTime: 0,
  })
  return (
    <ApprovalPage
      asked={data && askedOf(data)}
      failure="This subscription could not be found."
      failed={isError}
      again={refetch}
      send={(answer: Answer) => call('POST /sandbox/subscriptions/:reference/approval', { params, body: { answer } })}
    />
  )
}

function askedOf({ state, method, description, amount, every, firstAmount, trialDays }: SandboxSubscription) {
  const renewals = `${price(amount)} each ${every}`
  return {
    method,
    description,
    amount: trialDays > 0 ? 0 : firstAmount,
    later: trialDays > 0 ? `After ${trialDays} days ${price(firstAmount)}, then ${renewals}` : `Then ${renewals}`,
    over:
      state === 'open'
        ? null
        : state === 'ended'
          ? { isDone: false, told: 'This subscription has ended.' }
          : { isDone: true, told: 'This subscription is approved already.' },
  }
}
