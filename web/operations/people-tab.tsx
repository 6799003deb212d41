import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PEOPLE_FILTERS, type DeskPerson, type PeopleFilter } from '#contract/desk-people.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day, exactly } from '#web/items/format.ts'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { show as showDialog } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { DeskSearch } from './desk-search.tsx'
import { PagedTable } from './paged-table.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { PersonMarks } from './person-marks.tsx'

const LABELS: Record<PeopleFilter, string> = {
  sellers: 'Sellers',
  admins: 'Admins',
  banned: 'Banned',
  appeals: 'Appeals',
  free: 'Free',
  growth: 'Growth',
  pro: 'Pro',
}
const CHOICES = [['', 'Everybody'], ...PEOPLE_FILTERS.map((one) => [one, LABELS[one]] as const)] as const

/** All people of the shop. */
export function Component() {
  const { q, page, show } = useDeskAddress()
  const filter = PEOPLE_FILTERS.find((value) => value === show)
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/people', { query: { q, page, ...(filter && { filter }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="People">
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <DeskSearch label="Search people" what="Name, email or number" />
        <ChoiceChips
          label="Show"
          choices={CHOICES}
          chosen={filter ?? ''}
          start=""
          counts={query.data && { appeals: query.data.appeals > 0 ? exactly(query.data.appeals) : '' }}
        />
      </div>
      <PagedTable
        query={query}
        caption="People"
        columns={columns}
        failure="Couldn’t load the people."
        empty={emptyWords(q, filter)}
      />
    </section>
  )
}

function emptyWords(q: string, filter: PeopleFilter | undefined) {
  if (filter === 'appeals' && !q) return 'No appeal waits for an answer.'
  return q || filter ? 'Nobody fits that.' : 'Nobody has signed up yet.'
}

const columns: Column<DeskPerson>[] = [
  {
    key: 'person',
    head: 'Person',
    title: true,
    cell: ({ id, name, avatarUrl, plan }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} src={avatarUrl} size={24} />
        <button
          type="button"
          onClick={() => showDialog(<PersonDialog id={id} />)}
          className="min-h-6 min-w-0 text-left font-semibold wrap-anywhere underline decoration-rail underline-offset-4 hover:decoration-ink"
        >
          {name}
        </button>
        {plan !== 'free' && <PlanSeal plan={plan} />}
      </span>
    ),
  },
  { key: 'number', head: 'Number', numeric: true, cell: ({ id }) => <span className="text-soft">{id}</span> },
  {
    key: 'email',
    head: 'Email',
    cell: ({ email, emailVerified }) => (
      <span className="min-w-0 wrap-anywhere max-md:text-right">
        {email}
        {!emailVerified && <span className="block text-[13px] text-dim">Not confirmed</span>}
      </span>
    ),
  },
  {
    key: 'joined',
    head: 'Joined',
    cell: ({ joinedAt }) => <span className="num whitespace-nowrap">{day(joinedAt)}</span>,
  },
  { key: 'onSale', head: 'On sale', numeric: true, cell: ({ onSale }) => exactly(onSale) },
  { key: 'marks', head: 'Is', cell: (person) => <PersonMarks person={person} /> },
]
