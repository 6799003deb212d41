import { useQuery } from '@tanstack/react-query'
import { useParams } from '#web/router/hooks.ts'
import type { SandboxPayment } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { ApprovalPage, type Answer } from './approval-page.tsx'

/** The page on which a buyer approves a payment. */
export function Component() {
  const { reference = '' } = useParams()
  const params = { reference }
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /sandbox/payments/:reference', { params }),
    staleTime: 0,
  })
  return (
    <ApprovalPage
      asked={data && { ...data, over: overOf(data) }}
      failure="This payment could not be found."
      failed={isError}
      again={refetch}
      send={(answer: Answer) => call('POST /sandbox/payments/:reference/approval', { params, body: { answer } })}
    />
  )
}

const overOf = ({ state }: SandboxPayment) => {
  if (state === 'paid') return { isDone: true, told: 'This payment is paid already.' }
  return state === 'canceled' ? { isDone: false, told: 'This payment was ended by the shop.' } : null
}
