import type { ReactNode } from 'react'
import type { Submission } from '#contract/moderation.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { Cover } from '#web/ui/cover.tsx'
import { masterCall, soundFacts, titleOfPresent } from './play-master.tsx'
import { PlaySigned } from './play-signed.tsx'

/** What is asked for an item on sale: its present cover and audio, and the new ones beside them. */
export function ChangeNote({ row }: { row: Submission }) {
  const { proposedTitle, proposal, title, coverUrl } = row
  if (proposedTitle === null && !proposal) return null
  return (
    <div className="mt-1 text-[13px]">
      <p className="text-info">Change of an item on sale</p>
      {proposedTitle !== null && <p className="max-w-55 text-info wrap-anywhere">New: {proposedTitle}</p>}
      {proposal && (
        <div className="mt-2 flex gap-4">
          <Version name="Present" title={title} coverUrl={proposal.coverUrl && coverUrl}>
            {proposal.audio && (
              <PlaySigned sound={{ ...soundFacts(row), title: titleOfPresent(row) }} ask={masterCall(row, false)} />
            )}
          </Version>
          <Version name="New" title={title} coverUrl={proposal.coverUrl}>
            {proposal.audio && (
              <PlaySigned sound={{ ...soundFacts(row), title: `${title}, new audio` }} ask={masterCall(row, true)} />
            )}
          </Version>
        </div>
      )}
    </div>
  )
}

type VersionProps = { name: string; title: string; coverUrl: string | null; children: ReactNode }

const Version = ({ name, title, coverUrl, children }: VersionProps) => (
  <div role="group" aria-label={`${name} version of ${title}`}>
    <p className="mb-1 text-soft">{name}</p>
    {coverUrl && (
      <Cover src={coverFolder(coverUrl)} size={96} alt={`${name} cover`} className="mb-1 size-24 rounded-xs" />
    )}
    {children}
  </div>
)
