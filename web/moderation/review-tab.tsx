import { RefreshCw } from '#web/ui/icons.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { TypedSearch } from '#web/lists/typed-search.tsx'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { useLetterKeys } from '#web/player/letter-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { SubmissionTable } from './submission-table.tsx'
import { useSubmissions } from './submissions.ts'
import { ageWords } from './age-words.ts'

const STATES = [
  ['pending', 'Pending'],
  ['all', 'All'],
] as const

/** Items that wait for a review, or all that were sent. */
export function Component() {
  const { q, page, show: shown, address, addressOfPage } = useDeskAddress()
  const status = shown === 'all' ? 'all' : 'pending'
  const navigate = useNavigate()
  const now = useNow()
  const hasLetters = useLetterKeys(({ on }) => on)
  const list = useSubmissions({ q, page, status })
  useLastPage(list.data, addressOfPage)
  const waiting = useSubmissions({ limit: 1, status: 'pending' }).data
  const first = waiting?.items[0]
  const go = (changes: Record<string, string>, replace = false) =>
    void navigate(address({ page: '', ...changes }), { preventScrollReset: true, replace })
  return (
    <section aria-label="Review Submissions">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 className="text-xl font-bold">Review Submissions</h2>
        {hasLetters && (
          <p className="text-[13px] text-dim max-md:hidden">
            <Key>J</Key> <Key>K</Key> next, last <Key>P</Key> play <Key>A</Key> approve <Key>R</Key> reject
          </p>
        )}
      </div>
      {waiting && first && (
        <p role="status" className="mt-1 text-soft">
          {exactly(waiting.totalItems)} {waiting.totalItems === 1 ? 'waits' : 'wait'}. The first in line came{' '}
          {ageWords(first.submittedAt, now)}.
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <TypedSearch
          name="Search submissions"
          label="title or user"
          placeholder="title or user"
          q={q}
          onSearch={(words) => go({ q: words }, true)}
        />
        <ChoiceChips
          label="Show"
          choices={STATES}
          chosen={status}
          start="pending"
          counts={waiting && { pending: exactly(waiting.totalItems) }}
        />
        <Button look="ghost" loading={list.isFetching} onClick={() => void list.refetch()}>
          <Icon of={RefreshCw} size={17} />
          Refresh
        </Button>
      </div>
      {list.isError && !list.data && (
        <Failed again={list.refetch} className="mt-6">
          Failed to load moderation items.
        </Failed>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading submissions" className="mt-5">
          {Array.from({ length: 6 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {list.data?.totalItems === 0 && (
        <p role="status" className="mt-8 text-lg text-soft">
          {q ? 'No submission has that title or user.' : 'Nothing waits for a review.'}
        </p>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <SubmissionTable rows={list.data.items} />
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
