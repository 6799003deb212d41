import { CircleX, Clock, RotateCcw, Undo2 } from '#web/ui/icons.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OWN_READS, useOwnItem } from './own-actions.ts'
import { proposalWords } from './proposal-words.ts'

/** The new parts that wait, and the buttons that take them back or try again. */
export function ProposalState({ item }: { item: OwnItemDetail }) {
  const { retry } = useOwnItem(item)
  const { id, kind, proposal } = item
  const withdraw = useAction({
    send: () => call('DELETE /me/items/:id/proposal', { params: { id } }),
    success: 'Taken back. The present version stays.',
    failure: 'That did not work.',
    refresh: [...OWN_READS, ownRoute(kind)],
  })
  if (!proposal) return null
  const { isBad, what, why } = proposalWords(item, proposal)
  return (
    <div
      role="group"
      aria-label="Change in review"
      className="flex flex-wrap items-center gap-3.5 rounded-sm bg-curb p-3.5"
    >
      {proposal.coverUrl && (
        <Cover src={coverFolder(proposal.coverUrl)} size={60} alt="New cover" className="size-15 rounded-xs" />
      )}
      <p className="flex min-w-0 flex-[1_1_220px] gap-2 wrap-anywhere">
        <Icon
          of={isBad ? CircleX : Clock}
          size={18}
          className={isBad ? 'mt-0.5 flex-none text-bad' : 'mt-0.5 flex-none text-info'}
        />
        <span>
          <b className="font-semibold">{what}</b> {why}
        </span>
      </p>
      <span className="flex gap-2">
        {isBad && item.canRetry && (
          <Button size={36} loading={retry.pending} onClick={() => void retry.run(undefined)}>
            <Icon of={RotateCcw} size={15} />
            Try again
          </Button>
        )}
        <Button size={36} loading={withdraw.pending} onClick={() => void withdraw.run(undefined)}>
          <Icon of={Undo2} size={15} />
          Take it back
        </Button>
      </span>
    </div>
  )
}
