import type { DeskCode, DeskDeal } from '#contract/desk-discounts.ts'
import { call } from '#web/api/call.ts'
import { CODE, DEAL } from '#web/items/discount-columns.tsx'
import { dealWords, STATUS } from '#web/items/discount-words.ts'
import { Button } from '#web/ui/button.tsx'
import { show } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { PayoutSeller } from './payout-seller.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Either = DeskCode | DeskDeal

const COMMON = {
  seller: { key: 'seller', head: 'Seller', cell: ({ seller }) => <PayoutSeller seller={seller} size={24} /> },
  status: { key: 'status', head: 'Status', cell: (row) => <Status row={row} /> },
} satisfies Record<string, Column<Either>>

export const CODE_COLUMNS: Column<DeskCode>[] = [
  CODE.code,
  COMMON.seller,
  CODE.off,
  CODE.items,
  CODE.when,
  CODE.uses,
  CODE.given,
  COMMON.status,
  { key: 'actions', head: <span className="sr-only">Actions</span>, cell: (code) => <CodeAct code={code} /> },
]

export const DEAL_COLUMNS: Column<DeskDeal>[] = [
  DEAL.deal,
  COMMON.seller,
  DEAL.items,
  DEAL.when,
  DEAL.uses,
  DEAL.given,
  COMMON.status,
  { key: 'actions', head: <span className="sr-only">Actions</span>, cell: (deal) => <DealAct deal={deal} /> },
]

const Status = ({ row: { status, held } }: { row: Either }) => (
  <span className="max-md:text-right">
    {STATUS[status]}
    {held && (
      <span className="block max-w-70 text-[13px] wrap-anywhere text-soft">
        {held.by && `${held.by}: `}
        {held.reason}
      </span>
    )}
  </span>
)

const CodeAct = ({ code: { id, code, status, held } }: { code: DeskCode }) => (
  <Act
    what="code"
    name={code}
    status={status}
    isHeld={held !== null}
    pause={(reason) => call('POST /admin/codes/:id/pause', { params: { id }, body: { reason } })}
    resume={(reason) => call('POST /admin/codes/:id/resume', { params: { id }, body: { reason } })}
  />
)

const DealAct = ({ deal }: { deal: DeskDeal }) => (
  <Act
    what="deal"
    name={`${dealWords(deal)}, by ${deal.seller.name}`}
    status={deal.status}
    isHeld={deal.held !== null}
    pause={(reason) => call('POST /admin/deals/:id/pause', { params: { id: deal.id }, body: { reason } })}
    resume={(reason) => call('POST /admin/deals/:id/resume', { params: { id: deal.id }, body: { reason } })}
  />
)

type ActProps = {
  what: 'code' | 'deal'
  name: string
  status: Either['status']
  isHeld: boolean
  pause: (reason: string) => Promise<unknown>
  resume: (reason: string) => Promise<unknown>
}

const refresh = ['GET /admin/codes', 'GET /admin/deals', 'GET /admin/actions'] as const

/** A pause by an admin says why, and so does its end. */
function Act({ what, name, status, isHeld, pause, resume }: ActProps) {
  if (status === 'ended') return null
  const open = () =>
    show(
      isHeld ? (
        <ReasonDialog
          title={`Resume ${name}?`}
          description={`The ${what} is as its seller left it. The seller is told.`}
          action="Resume"
          send={resume}
          success="It is its seller’s again."
          refresh={refresh}
        />
      ) : (
        <ReasonDialog
          title={`Pause ${name}?`}
          description={`The ${what} takes nothing off new orders, and its seller can’t resume it. Open orders keep it.`}
          hint="Its seller reads it, and so does the audit log."
          action="Pause"
          send={pause}
          success="Paused. The seller is told."
          refresh={refresh}
        />
      ),
    )
  return (
    <span className="flex justify-end">
      <Button size={36} onClick={open}>
        {isHeld ? 'Resume' : 'Pause'}
        <span className="sr-only"> {name}</span>
      </Button>
    </span>
  )
}
