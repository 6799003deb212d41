import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Plus, TriangleAlert } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { CodeTable } from './code-table.tsx'
import { DealForm } from './deal-form.tsx'
import { DealTable } from './deal-table.tsx'

/** A seller's discount codes and deals. */
export function Component() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/discounts', undefined))
  const [dialog, setDialog] = useState<'code' | 'deal' | null>(null)
  if (isError && !data) return <Failed again={refetch}>Couldn’t load your codes.</Failed>
  if (!data)
    return (
      <div role="status" aria-busy aria-label="Loading your codes">
        <TextSkeleton lines={6} className="max-w-150" />
      </div>
    )
  const { hasCodes, codes, deals } = data
  const close = () => setDialog(null)
  const add = (what: 'code' | 'deal') =>
    hasCodes && (
      <Button look={what === 'code' ? 'paper' : 'rail'} onClick={() => setDialog(what)}>
        <Icon of={Plus} size={18} />
        New {what}
      </Button>
    )
  return (
    <div className="grid gap-12">
      {!hasCodes && <NeedsPlan hasSome={codes.length + deals.length > 0} />}
      <section aria-labelledby="codes">
        <Head id="codes" title="Discount codes" action={add('code')}>
          Buyers type a code at the checkout. It takes something off your own items. You are credited what they pay.
        </Head>
        {codes.length > 0 ? <CodeTable codes={codes} /> : <p className="text-soft">No codes yet.</p>}
      </section>
      <section aria-labelledby="deals">
        <Head id="deals" title="Deals" action={add('deal')}>
          A deal counts by itself when a cart has enough of your items. Your best one counts, and a code takes from what
          it leaves.
        </Head>
        {deals.length > 0 ? <DealTable deals={deals} /> : <p className="text-soft">No deals yet.</p>}
      </section>
      <FormDialog open={dialog === 'code'} onClose={close} title="New code">
        <CodeForm onDone={close} />
      </FormDialog>
      <FormDialog open={dialog === 'deal'} onClose={close} title="New deal">
        <DealForm onDone={close} />
      </FormDialog>
    </div>
  )
}

type HeadProps = { id: string; title: string; action: React.ReactNode; children: string }

const Head = ({ id, title, action, children }: HeadProps) => (
  <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
    <div className="max-w-150">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      <p className="mt-1 text-soft">{children}</p>
    </div>
    {action}
  </div>
)

/** The server decides; this says it before anything is typed. */
const NeedsPlan = ({ hasSome }: { hasSome: boolean }) => (
  <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md bg-curb p-5">
    <Icon of={TriangleAlert} size={20} className="flex-none text-warn" />
    <p className="min-w-0 flex-1 basis-60">
      Discount codes and deals come with Growth and Pro.
      {hasSome && ' Yours rest: buyers can’t use them until you have one of these plans again.'}
    </p>
    <Link to={paths.account('plans')} className={buttonClass({ look: 'paper' })}>
      See Plans
    </Link>
  </div>
)
