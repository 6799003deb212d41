import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AUDIENCE_WORDS } from '#contract/announcement-values.ts'
import type { Announcement } from '#contract/announcements.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { day, exactly } from '#web/items/format.ts'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { Button } from '#web/ui/button.tsx'
import { show } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { when } from '#web/ui/when.ts'
import { AnnouncementDialog, ANNOUNCEMENTS } from './announcement-dialog.tsx'
import { PagedTable } from './paged-table.tsx'

const LOOK_EVERY = 5_000

/** Words of the house to many people at once. */
export function Component() {
  const { page } = useDeskAddress()
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/announcements', { query: { page } }),
    placeholderData: keepPreviousData,
    // the number of people grows while one is being sent
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'sending') ? LOOK_EVERY : false,
  })
  return (
    <section aria-label="Announcements">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-160 text-soft">
          An announcement reaches everybody who is here now as a notice, and by the mail of the day for people who have
          not switched it off.
        </p>
        <Button look="paper" onClick={() => show(<AnnouncementDialog />)}>
          Write one
        </Button>
      </div>
      <PagedTable
        query={query}
        caption="Announcements"
        columns={columns}
        failure="Couldn’t load the announcements."
        empty="Nothing was announced yet."
      />
    </section>
  )
}

const STATES = { sending: 'Being sent', sent: 'Sent', stopped: 'Stopped' }

const columns: Column<Announcement>[] = [
  {
    key: 'words',
    head: 'Words',
    title: true,
    cell: ({ title, message, path }) => (
      <span className="block min-w-0 md:py-2">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-[13px] font-normal wrap-anywhere whitespace-pre-line text-soft">{message}</span>
        {path && <span className="block text-[13px] font-normal wrap-anywhere text-dim">{path}</span>}
      </span>
    ),
  },
  { key: 'audience', head: 'For', cell: ({ audience }) => AUDIENCE_WORDS[audience] },
  { key: 'state', head: 'State', cell: ({ state }) => STATES[state] },
  { key: 'told', head: 'Reached', numeric: true, cell: ({ told }) => exactly(told) },
  { key: 'banner', head: 'Banner until', cell: ({ bannerUntil }) => (bannerUntil ? lastDayOf(bannerUntil) : '–') },
  {
    key: 'when',
    head: 'Written',
    cell: ({ createdAt, writtenBy }) => (
      <span className="num max-md:text-right">
        {when(createdAt)}, by {writtenBy}
      </span>
    ),
  },
  { key: 'stop', head: <span className="sr-only">Actions</span>, cell: (row) => <Stop {...row} /> },
]

/** The banner ends with the day, so its moment belongs to the next one. */
const lastDayOf = (until: string) => day(new Date(Date.parse(until) - 1).toISOString())

function Stop({ id, title, state, bannerUntil }: Announcement) {
  const now = useNow()
  const { run, pending } = useAction({
    send: () => call('POST /admin/announcements/:id/stop', { params: { id } }),
    success: 'Stopped.',
    failure: 'It could not be stopped.',
    refresh: ANNOUNCEMENTS,
  })
  const isShown = state === 'sent' && bannerUntil !== null && Date.parse(bannerUntil) > now.getTime()
  if (state !== 'sending' && !isShown) return null
  return (
    <span className="flex justify-end">
      <Button size={36} look="ghost" loading={pending} onClick={() => void run(undefined)}>
        Stop<span className="sr-only">: {title}</span>
      </Button>
    </span>
  )
}
