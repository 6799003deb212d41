import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { PackFaults, Submission, SubmittedFile } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { duration, exactly, fileSize, musicKey } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { IssueCount } from './issue-count.tsx'
import { soundFacts } from './play-master.tsx'
import { PlaySigned } from './play-signed.tsx'
import { useVerify } from './verify.ts'

/** Packs and kits answer alike. */
const contentsCall = ({ kind }: Submission) => `GET /admin/${kinds[kind].many}/:id` as 'GET /admin/packs/:id'
const masterCall = (row: Submission) => `${contentsCall(row)}/master-url` as const

const contentsOf = (row: Submission) =>
  infiniteQueryOptions({
    queryKey: [contentsCall(row), row.id],
    queryFn: ({ pageParam }) => call(contentsCall(row), { params: { id: row.id }, query: { page: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : null),
  })

const FIRST = 6

/** Lists the files of a pack or kit, to be heard and verified. */
export function Contents({ row }: { row: Submission }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(contentsOf(row))
  const verify = useVerify(row)
  const [showsAll, setShowsAll] = useState(false)
  if (isError && !data) return <Failed again={refetch}>Couldn’t load the contents.</Failed>
  if (!data)
    return (
      <div role="status" aria-busy aria-label="Loading contents">
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  const { totalItems, durationSec, archive, fault } = data.pages[0]!
  const files = data.pages.flatMap(({ items }) => items)
  const shown = showsAll ? files : files.slice(0, FIRST)
  const issues = verify.data?.issues ?? []
  return (
    <section aria-label={`Contents of ${row.title}`}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="num font-bold">
          {[`${exactly(totalItems)} ${wordFor(row, totalItems)}`, duration(durationSec)].filter(Boolean).join(', ')}
        </h3>
        {archive && <p className="num text-[13px] text-dim">{fileSize(archive.bytes)} ZIP</p>}
        <span className="ml-auto flex items-center gap-4 text-[14px]">
          <span role="status">{verify.data && !verify.isFetching && <IssueCount issues={issues} />}</span>
          {verify.isError && !verify.isFetching && <span role="alert">Couldn’t verify it.</span>}
          <Button size={36} loading={verify.isFetching} onClick={() => void verify.refetch()}>
            Verify
          </Button>
        </span>
      </div>
      {fault && <Warning>{fault}</Warning>}
      <ol>
        {shown.map((file, index) => (
          <FileRow key={file.id} row={row} file={file} number={index + 1} issues={ofFile(issues, file.id)} />
        ))}
      </ol>
      {ofFile(issues, null)
        .filter(({ message }) => message !== fault)
        .map(({ message }) => (
          <Warning key={message}>{message}</Warning>
        ))}
      {!showsAll && totalItems > FIRST ? (
        <Button look="ghost" size={36} className="mt-2" onClick={() => setShowsAll(true)}>
          Show all {exactly(totalItems)}
        </Button>
      ) : (
        hasNextPage && (
          <Button
            look="ghost"
            size={36}
            className="mt-2"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )
      )}
    </section>
  )
}

const wordFor = ({ kind }: Submission, n: number) => (kind === 'PACK' ? 'track' : 'file') + (n === 1 ? '' : 's')

type Issues = PackFaults['issues']
const ofFile = (issues: Issues, id: number | null) => issues.filter(({ file }) => file === id)

type RowProps = { row: Submission; file: SubmittedFile; number: number; issues: Issues }

function FileRow({ row, file, number, issues }: RowProps) {
  const { id, title, path, durationSec, bpm, key, bytes, playable } = file
  const sound = { ...soundFacts(row), title, durationInSeconds: durationSec, trackId: id, master: 'present' as const }
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-rail/60 py-1.5">
      <span className="grid size-11 flex-none place-items-center">
        {playable && (
          <PlaySigned
            sound={sound}
            ask={() => call(masterCall(row), { params: { id: row.id }, query: { file: id } })}
          />
        )}
      </span>
      <span className="num w-7 flex-none text-right text-dim">{number}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        {row.kind === 'KIT' && <span className="block text-[13px] text-dim">{path}</span>}
      </span>
      <span className="num text-[13px] text-dim max-md:w-full max-md:pl-25.5 md:flex-none">
        {[
          bpm && `${bpm} BPM`,
          key && musicKey(key),
          duration(durationSec),
          bytes === null ? 'No file' : fileSize(bytes),
        ]
          .filter(Boolean)
          .join(' / ')}
      </span>
      {issues.length > 0 && (
        <span className="w-full md:pl-25.5">
          {issues.map(({ message }) => (
            <Warning key={message}>{message}</Warning>
          ))}
        </span>
      )}
    </li>
  )
}

const Warning = ({ children }: { children: string }) => (
  <p className="flex items-start gap-1.5 py-1 text-[14px] text-warn wrap-anywhere">
    <Icon of={TriangleAlert} size={16} className="mt-0.5 flex-none" />
    {children}
  </p>
)
