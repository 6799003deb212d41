import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, RefreshCw, Search, X } from 'lucide'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Submission } from '#contract/moderation.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { TYPING_PAUSE, useDraft } from '#web/lists/use-draft.ts'
import { ask } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { show } from '#web/ui/show.ts'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { useReviewKeys } from './review-keys.ts'
import { SubmissionRow } from './submission-row.tsx'
import { useClaim, useDecide } from './submissions.ts'
import { ageWords } from './age-words.ts'

/** Items that wait for a review, or all that were sent. */
export function Component() {
  const { q, page, show: shown, address, addressOfPage } = useDeskAddress()
  const status = shown === 'all' ? 'all' : 'pending'
  const navigate = useNavigate()
  const now = useNow()
  const list = useQuery({
    ...apiQuery(call, 'GET /admin/submissions', { query: { q, page, status } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list.data, addressOfPage)
  const waiting = useQuery(apiQuery(call, 'GET /admin/submissions', { query: { limit: 1, status: 'pending' } })).data
  const oldest = waiting?.items[0]
  const go = (changes: Record<string, string>, replace = false) =>
    void navigate(address({ page: '', ...changes }), { preventScrollReset: true, replace })
  const [typed, setTyped] = useDraft(q, (text) => go({ q: text.trim() }, true), TYPING_PAUSE)
  return (
    <section aria-label="Review Submissions">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 className="text-xl font-bold">Review Submissions</h2>
        <p className="text-[13px] text-dim max-md:hidden">
          <Key>J</Key> <Key>K</Key> next, last <Key>P</Key> play <Key>A</Key> approve <Key>R</Key> reject
        </p>
      </div>
      {waiting && (
        <p className="mt-1 text-soft">
          {oldest
            ? `${exactly(waiting.totalItems)} ${waiting.totalItems === 1 ? 'waits' : 'wait'}. The first in line came ${ageWords(oldest.submittedAt, now)}.`
            : 'Nothing waits for a review.'}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <div role="search" aria-label="Search submissions" className="relative min-w-0 flex-1 md:max-w-95">
          <Icon
            of={Search}
            size={18}
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-soft"
          />
          <Input
            type="search"
            autoComplete="off"
            maxLength={200}
            aria-label="title or user"
            placeholder="title or user"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="pl-10"
          />
        </div>
        <div role="group" aria-label="Show" className="flex gap-2">
          <Chip pressed={status === 'pending'} onPress={() => go({ show: '' })}>
            Pending {waiting && <span className="num font-medium">{exactly(waiting.totalItems)}</span>}
          </Chip>
          <Chip pressed={status === 'all'} onPress={() => go({ show: 'all' })}>
            All
          </Chip>
        </div>
        <Button look="ghost" loading={list.isFetching} onClick={() => void list.refetch()}>
          <Icon of={RefreshCw} size={17} />
          Refresh
        </Button>
      </div>
      {list.isError && !list.data && (
        <div role="alert" className="mt-6 grid justify-items-start gap-4">
          <p className="text-soft">Failed to load moderation items.</p>
          <Button onClick={() => void list.refetch()}>Try again</Button>
        </div>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading submissions" className="mt-5">
          {Array.from({ length: 6 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {list.data?.items.length === 0 && (
        <p className="mt-8 text-lg text-soft">
          {q ? 'No submission has that title or user.' : 'Nothing waits for a review.'}
        </p>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <Submissions rows={list.data.items} />
          <Pager
            label="Pages of submissions"
            className="mt-6"
            page={page}
            total={list.data.totalPages}
            link={(to, props) => <Link {...props} to={addressOfPage(to)} />}
          />
        </>
      )}
    </section>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="num mx-0.5 rounded-xs bg-wall px-1.5 py-0.5 text-[12px] text-soft">{children}</kbd>
)

const HEADS = ['Select', 'Play', 'Title', 'User', 'Tags', 'Kind', 'Duration', 'Price', 'Status', 'Submitted', 'Actions']

function Submissions({ rows }: { rows: readonly Submission[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const approve = useDecide('approve')
  const claim = useClaim()
  const pending = rows.filter(({ status }) => status === 'pending')
  const selected = pending.filter(({ id }) => chosen.has(id))
  const clear = () => setChosen(new Set())
  const toggle = (id: number) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const reject = (some: readonly Submission[]) => show(<RejectDialog rows={some} onDone={clear} />)
  async function approveChosen() {
    const title = `Approve ${selected.length} ${selected.length === 1 ? 'item' : 'items'}?`
    if (!(await ask({ title, action: 'Approve' }))) return
    clear()
    await approve.decide(selected)
  }
  const list = useReviewKeys(pending, {
    approve: (row) => void approve.decide([row]),
    reject: (row) => reject([row]),
  })
  return (
    <div ref={list} className="mt-4">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-rail pb-1.5">
        <Checkbox
          aria-label="Select all"
          disabled={pending.length === 0}
          checked={pending.length > 0 && selected.length === pending.length}
          indeterminate={selected.length > 0 && selected.length < pending.length}
          onChange={() => setChosen(new Set(selected.length === pending.length ? [] : pending.map(({ id }) => id)))}
        />
        {selected.length > 0 && (
          <div role="group" aria-label="Selected submissions" className="flex flex-wrap items-center gap-1.5">
            <b role="status" className="mr-2 text-[14px]">
              {selected.length} selected
            </b>
            <Button size={36} onClick={() => void approveChosen()}>
              <Icon of={Check} size={16} />
              Approve
            </Button>
            <Button size={36} onClick={() => reject(selected)}>
              <Icon of={X} size={16} />
              Reject
            </Button>
            <IconButton label="Select none" onClick={clear} className="size-9">
              <Icon of={X} size={19} />
            </IconButton>
          </div>
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
                className="h-10 px-2 text-left text-[13px] font-medium whitespace-nowrap text-dim"
              >
                {head === 'Select' ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <SubmissionRow
              key={row.id}
              row={row}
              isChosen={chosen.has(row.id)}
              onChoose={() => toggle(row.id)}
              onPlay={() => row.status === 'pending' && void claim.run(row.id)}
              onApprove={() => void approve.decide([row])}
              onReject={() => reject([row])}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
