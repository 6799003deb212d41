import { useState } from 'react'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const names = { paypal: 'PayPal', google: 'Google Pay', credit: 'Card' }

export type Answer = 'approve' | 'decline' | 'cancel'

type Asked = {
  method: keyof typeof names
  description: string
  /** In dollars, now. */
  amount: number
  /** A line below the amount. */
  later?: string
  /** There is nothing left to approve. */
  over: { isDone: boolean; told: string } | null
}

type Props = {
  asked: Asked | undefined
  /** The sentence for a failed load. */
  failure: string
  failed: boolean
  again: () => unknown
  send: (answer: Answer) => Promise<{ goTo: string }>
}

/** Plays the page of PayPal or Google Pay on which a buyer agrees. */
export function ApprovalPage({ asked, failure, failed, again, send }: Props) {
  const [gone, setGone] = useState(false)
  const [isDeclined, setDeclined] = useState(false)
  const answer = useAction({ send, failure: 'That did not work. Try again.' })
  async function give(given: Answer) {
    const outcome = await answer.run(given)
    if (!outcome.done) return void again()
    setDeclined(given === 'decline')
    if (given === 'decline') return // the pages of PayPal and Google Pay say it themselves, and let the buyer try again
    setGone(true)
    location.assign(outcome.result.goTo)
  }
  return (
    <>
      <SandboxBanner />
      <div className="wrap grid place-content-center py-16">
        {asked ? (
          <section aria-label={names[asked.method]} className="grid w-[min(420px,100%)] gap-5 rounded-md bg-curb p-6">
            <h1 className="text-xl font-bold">{names[asked.method]}, played by the sandbox</h1>
            <p className="text-soft">{asked.description}</p>
            <p className="disp num text-[42px] leading-none">{price(asked.amount)}</p>
            {asked.later !== undefined && <p className="num text-soft">{asked.later}</p>}
            {asked.over ? (
              <p role="status" className="text-warn">
                {asked.over.told}
              </p>
            ) : null}
            {isDeclined && (
              <p role="alert" className="text-bad">
                The payment was declined. Nothing was charged.
              </p>
            )}
            <div className="grid gap-2.5">
              {(!asked.over || asked.over.isDone) && (
                <Button
                  look="paper"
                  className="h-12"
                  loading={answer.pending || gone}
                  onClick={() => void give('approve')}
                >
                  {asked.over ? 'Back to Slide' : 'Approve'}
                </Button>
              )}
              {!asked.over && (
                <Button onClick={() => void give('decline')}>Approve, but the payment is declined</Button>
              )}
              {asked.over?.isDone === false ? (
                <a className="btn btn-rail" href="/checkout">
                  Back to Slide
                </a>
              ) : (
                !asked.over && <Button onClick={() => void give('cancel')}>Cancel and go back</Button>
              )}
            </div>
          </section>
        ) : failed ? (
          <Failed again={again}>{failure}</Failed>
        ) : (
          <Spinner />
        )}
      </div>
    </>
  )
}
