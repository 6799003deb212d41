import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { fileSize } from '#web/items/format.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import type { ReplyOf } from '#contract/caller.ts'

type OwnFile = ReplyOf<'GET /me/data/files'>['items'][number]

const ROLES: Record<string, string> = {
  master: 'Master',
  mp3: 'MP3',
  stems: 'Stems',
  project: 'Project',
  archive: 'Archive',
  wav: 'WAV',
}

const columns: Column<OwnFile>[] = [
  { key: 'item', head: 'Item', title: true, cell: ({ item }) => <span className="wrap-anywhere">{item}</span> },
  { key: 'role', head: 'File', cell: ({ role }) => ROLES[role] ?? role },
  { key: 'size', head: 'Size', numeric: true, cell: ({ bytes }) => fileSize(bytes) },
  {
    key: 'save',
    head: 'Save',
    cell: ({ url, item, role }) => (
      <a
        href={url}
        download
        className="underline underline-offset-3"
        aria-label={`Save ${ROLES[role] ?? role} of ${item}`}
      >
        Save
      </a>
    ),
  },
]

/** The files of one's own items. They may be many gigabytes, so they are saved one by one. */
export function OwnFiles() {
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /me/data/files', { query: { page, limit: 5 } }),
    refetchInterval: 5 * 60_000, // the addresses work for ten minutes
    placeholderData: keepPreviousData,
  })
  if (isError && !data) return <Failed again={refetch}>Couldn’t load the files of your items.</Failed>
  if (!data?.totalItems) return null
  return (
    <div className="mt-4 grid gap-3">
      <h3 className="font-bold">The files of your items</h3>
      <p className="max-w-[62ch] text-soft">They are too large for the ZIP. Save them here, one by one.</p>
      <Table caption="The files of your items" columns={columns} rows={data.items} rowKey={({ url }) => url} />
      <Pager label="Files" page={page} total={data.totalPages} onPage={setPage} />
    </div>
  )
}
