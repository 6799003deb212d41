import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const names = { paypal: 'PayPal', google: 'Google Pay', credit: 'Card' }

type Answer = 'approve' | 'decline' | 'cancel'

/** Plays the page of PayPal or Google Pay on which a buyer approves a payment. */
export function Component() {
  const { reference = '' } = useParams()
  const params = { reference }
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /sandbox/payments/:reference', { params }),
    staleTime: 0,
  })
  const [gone, setGone] = useState(false)
  const answer = useAction({
    send: (given: Answer) => call('POST /sandbox/payments/:reference/approval', { params, body: { answer: given } }),
    failure: 'That did not work. Try again.',
  })
  async function give(given: Answer) {
    const outcome = await answer.run(given)
    if (!outcome.done) return void refetch()
    setGone(true)
    location.assign(outcome.result.goTo)
  }
  const isOver = data?.state === 'canceled' || data?.state === 'paid'
  return (
    <>
      <SandboxBanner />
      <div className="wrap grid place-content-center py-16">
        {isError ? (
          <Failed again={refetch}>This payment could not be found.</Failed>
        ) : data ? (
          <section aria-label={names[data.method]} className="grid w-[min(420px,100%)] gap-5 rounded-md bg-curb p-6">
            <h1 className="text-xl font-bold">{names[data.method]}, played by the sandbox</h1>
            <p className="text-soft">{data.description}</p>
            <p className="disp num text-[42px] leading-none">{price(data.amount)}</p>
            {isOver ? (
              <p role="status" className="text-warn">
                {data.state === 'paid' ? 'This payment is paid already.' : 'This payment was ended by the shop.'}
              </p>
            ) : null}
            <div className="grid gap-2.5">
              {data.state !== 'canceled' && (
                <Button
                  look="paper"
                  className="h-12"
                  loading={answer.pending || gone}
                  onClick={() => void give('approve')}
                >
                  {data.state === 'paid' ? 'Back to Slide' : 'Approve'}
                </Button>
              )}
              {!isOver && <Button onClick={() => void give('decline')}>Approve, but the payment is declined</Button>}
              {data.state === 'canceled' ? (
                <a className="btn btn-rail" href="/checkout">
                  Back to Slide
                </a>
              ) : (
                !isOver && <Button onClick={() => void give('cancel')}>Cancel and go back</Button>
              )}
            </div>
          </section>
        ) : (
          <Spinner />
        )}
      </div>
    </>
  )
}
