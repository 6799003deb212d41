import { Check, X } from '#web/ui/icons.ts'
import { Fragment, useState } from 'react'
import type { Submission } from '#contract/submission.ts'
import { ChooseAll } from '#web/lists/choose-all.tsx'
import { useSelection } from '#web/lists/use-selection.ts'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { Details, DetailsSheet } from './details.tsx'
import { ReviewInPlayer } from './master-mark.tsx'
import { isCertain } from './match-flag.tsx'
import { issueWords } from './issue-count.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useReviewKeys } from './review-keys.ts'
import { SubmissionRow } from './submission-row.tsx'
import { useClaim, useDecide } from './submissions.ts'
import { useOpenIssues } from './verify.ts'

const HEADS = ['Select', 'Play', 'Title', 'User', 'Tags', 'Kind', 'Duration', 'Price', 'Status', 'Submitted', 'Actions']

/** A card names them in other cells, and has none for these heads. */
const NOT_ON_CARDS = new Set(['User', 'Duration', 'Price'])

/** The items with their bar and the keys that decide about them. */
export function SubmissionTable({ rows }: { rows: readonly Submission[] }) {
  const approve = useDecide('approve')
  const claim = useClaim()
  const pending = rows.filter(({ status }) => status === 'pending')
  const selection = useSelection(pending.map(({ id }) => id))
  const { clear } = selection
  const selected = pending.filter(({ id }) => selection.has(id))
  const reject = (some: readonly Submission[], reason = '') =>
    show(<RejectDialog rows={some} start={reason} onDone={clear} />)
  const openIssues = useOpenIssues()
  const isNarrow = useNarrow()
  /** The rows that were opened or closed by hand. A certain match is open by itself. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const isOpen = (row: Submission) => !isNarrow && isCertain(row) !== turned.has(row.id)
  /** Asks once about a choice, or about an item with matches or issues. */
  async function approveSome(some: readonly Submission[], isChoice = false) {
    const doubts = doubtsOf(some, openIssues(some))
    const what = isChoice ? `${some.length} ${some.length === 1 ? 'item' : 'items'}` : `“${some[0]!.title}”`
    const title = `Approve ${what}${doubts && ` with ${doubts}`}?`
    if ((isChoice || doubts) && !(await ask({ title, action: 'Approve' }))) return
    clear()
    for (const { id } of some) leave(id)
    await approve.decide(some)
  }
  const open = (row: Submission) =>
    isNarrow ? show(<DetailsSheet row={row} onReject={(reason) => reject([row], reason)} />) : turn(row.id)
  function turn(id: number) {
    const after = new Set(turned)
    if (!after.delete(id)) after.add(id)
    setTurned(after)
  }
  const { list, leave } = useReviewKeys(pending, {
    approve: (row) => void approveSome([row]),
    reject: (row) => reject([row]),
  })
  return (
    <div ref={list} className="mt-4">
      <ReviewInPlayer rows={rows} onApprove={(row) => void approveSome([row])} onReject={(row) => reject([row])} />
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-rail pb-1.5">
        <ChooseAll selection={selection} isOff={pending.length === 0} />
        {selected.length > 0 && (
          <ChosenBar label="Selected submissions" count={selected.length} onClear={clear}>
            <Button size={36} onClick={() => void approveSome(selected, true)}>
              <Icon of={Check} size={16} />
              Approve
            </Button>
            <Button size={36} onClick={() => reject(selected)}>
              <Icon of={X} size={16} />
              Reject
            </Button>
          </ChosenBar>
        )}
      </div>
      <table className="w-full border-collapse max-md:block">
        <caption className="sr-only">Submissions</caption>
        <thead className="max-md:sr-only">
          <tr>
            {HEADS.map((head) => (
              <th
                key={head}
                scope="col"
                className={cx(
                  'h-10 px-2 text-left text-[13px] font-medium whitespace-nowrap text-dim',
                  NOT_ON_CARDS.has(head) && 'max-md:hidden',
                )}
              >
                {head === 'Select' ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <Fragment key={row.id}>
              <SubmissionRow
                row={row}
                isChosen={selection.has(row.id)}
                isOpen={isOpen(row)}
                onOpen={() => open(row)}
                onChoose={() => selection.toggle(row.id)}
                onPlay={() => row.status === 'pending' && void claim.run(row.id)}
                onApprove={() => void approveSome([row])}
                onReject={() => reject([row])}
              />
              {isOpen(row) && (
                <tr>
                  <td colSpan={HEADS.length} className="pb-4 pl-10">
                    <div className="rounded-md bg-curb px-4 py-3">
                      <Details row={row} onReject={(reason) => reject([row], reason)} />
                    </div>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The findings that an approval passes over. */
function doubtsOf(rows: readonly Submission[], issues: number) {
  const matches = rows.filter(({ match }) => match).length
  const words = [matches > 0 && (matches === 1 ? 'a match' : `${matches} matches`), issues > 0 && issueWords(issues)]
  return words.filter(Boolean).join(' and ')
}
