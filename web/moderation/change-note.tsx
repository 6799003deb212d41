import type { ReactNode } from 'react'
import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { Cover } from '#web/ui/cover.tsx'
import { masterOf, PlayPreview, soundFacts } from './play-master.tsx'
import { PlaySigned } from './play-signed.tsx'

/** A change of an item on sale: its present cover, audio and preview, and the new ones beside them. */
export function ChangeNote({ row }: { row: Submission }) {
  const { kind, proposedTitle, proposal, title, slug, coverUrl, previewUrl } = row
  const hasMaster = kind === 'BEAT' && proposal?.audio
  if (proposedTitle === null && !proposal) return null
  const named = (part: string) => ({ ...row, title: `${title}, ${part}` })
  return (
    <div className="mt-1 text-[13px]">
      <p className="text-info">Change of an item on sale</p>
      {proposedTitle !== null && <p className="max-w-55 text-info wrap-anywhere">New: {proposedTitle}</p>}
      {proposal?.audio && !hasMaster && <p className="text-info">New files: its contents show these</p>}
      {proposal && [proposal.coverUrl, hasMaster, proposal.preview].some(Boolean) && (
        <div className="mt-2 flex gap-4">
          <Version name="Present" title={title} coverUrl={proposal.coverUrl && coverUrl}>
            {hasMaster && (
              <Heard word="Audio">
                <PlaySigned {...masterOf(named('present audio'), 'present')} />
              </Heard>
            )}
            {proposal.preview && previewUrl && (
              <Heard word="Preview">
                <PlayPreview name={`${title}, present preview`} sound={{ ...soundFacts(row), slug, previewUrl }} />
              </Heard>
            )}
          </Version>
          <Version name="New" title={title} coverUrl={proposal.coverUrl}>
            {hasMaster && (
              <Heard word="Audio">
                <PlaySigned {...masterOf(named('new audio'), 'new')} />
              </Heard>
            )}
            {proposal.preview && (
              <Heard word={proposal.preview.hasTag ? 'Preview with voice tag' : 'Preview without voice tag'}>
                <PlaySigned sound={soundFacts(named('new preview'))} ask={newPreviewCall(row)} />
              </Heard>
            )}
          </Version>
        </div>
      )}
    </div>
  )
}

const newPreviewCall =
  ({ id }: Submission) =>
  () =>
    call('GET /admin/beats/:id/new-preview-url', { params: { id } })

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

const Heard = ({ word, children }: { word: string; children: ReactNode }) => (
  <div className="mb-1 flex items-center gap-2">
    {children}
    <span className="max-w-24 text-soft">{word}</span>
  </div>
)
