import { Archive, ChartPie, CircleX, Files, RotateCcw, TriangleAlert, Undo2, Upload } from '#web/ui/icons.ts'
import type { OwnItem, OwnLicense } from '#contract/studio-fields.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { openFiles } from './files-dialog.tsx'
import { completeDraft } from './open-upload.ts'
import { useOwnItem } from './own-actions.ts'
import { proposalWords } from './proposal-words.ts'
import { goesToReview, isReturned } from './returned.ts'
import { openSplit } from './split-dialog.tsx'
import { splitWords } from './split-words.ts'

const files = { MP3: 'an MP3', WAV: 'a WAV master', STEMS: 'stems', ARCHIVE: 'its archive' }

/** Names the licenses that are switched on without their files: 'Premium is not offered. It needs stems.' */
export function missingWords(licenses: readonly Pick<OwnLicense, 'name' | 'enabled' | 'missing'>[]) {
  const waiting = licenses.filter(({ enabled, missing }) => enabled && missing.length > 0)
  if (waiting.length === 0) return null
  const names = waiting.map(({ name }) => name).join(' and ')
  const needs = [...new Set(waiting.flatMap(({ missing }) => missing))].map((file) => files[file]).join(' and ')
  const one = waiting.length === 1
  return { what: `${names} ${one ? 'is' : 'are'} not offered.`, why: `${one ? 'It needs' : 'They need'} ${needs}.` }
}

/** Whether a second line stands below an item. */
export const hasNote = (item: OwnItem) => noteOf(item) !== null

type Words = { isBad: boolean; what: string; why: string; opens?: 'split' }

function noteOf(item: OwnItem): Words | null {
  const { statusLabel, reason, licenses, proposedTitle, proposal } = item
  if (isReturned(item)) return { isBad: false, what: 'Off sale.', why: reason }
  if (statusLabel === 'Draft') return { isBad: false, what: 'Not sent yet.', why: 'It has no files.' }
  if (statusLabel === 'Rejected') return { isBad: true, what: 'Rejected.', why: reason }
  if (statusLabel === 'Failed') return { isBad: true, what: 'Processing failed.', why: reason }
  if (statusLabel === 'Taken down') return { isBad: true, what: 'Taken down.', why: reason }
  if (proposal) return proposalWords(item, proposal)
  if (proposedTitle)
    return { isBad: false, what: 'New title in review:', why: `“${proposedTitle}”. The old one stays until then.` }
  const split = statusLabel === 'Sold' ? null : splitWords(item)
  if (split) return { ...split, opens: 'split' as const }
  const missing = statusLabel === 'Sold' ? null : missingWords(licenses)
  return missing && { isBad: false, ...missing }
}

/** Licenses wait for stems, which can be added. */
const lacksStems = ({ statusLabel, licenses }: OwnItem) =>
  statusLabel !== 'Sold' && licenses.some(({ enabled, missing }) => enabled && missing.includes('STEMS'))

/** The reason for a refusal or a failure, with the button that mends it; or the files that a license waits for. */
export function OwnNote({ item, onResubmit }: { item: OwnItem; onResubmit: () => void }) {
  const { retry } = useOwnItem(item)
  const complete = useAction({ send: () => completeDraft(item), failure: 'The form could not be opened.' })
  const note = noteOf(item)
  if (!note) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 text-[14px] text-soft max-md:mt-3 max-md:rounded-sm max-md:bg-wall max-md:p-3">
      <p className="flex min-w-0 gap-2 wrap-anywhere">
        <Icon
          of={note.isBad ? CircleX : TriangleAlert}
          size={17}
          className={cx('mt-0.5 flex-none', note.isBad ? 'text-bad' : 'text-warn')}
        />
        <span>
          <b className="font-semibold text-ink">{note.what}</b> {note.why}
        </span>
      </p>
      {item.statusLabel === 'Draft' && !isReturned(item) && (
        <Button size={36} loading={complete.pending} onClick={() => void complete.run(undefined)}>
          <Icon of={Upload} size={15} />
          Complete<span className="sr-only"> {item.title}</span>
        </Button>
      )}
      {item.statusLabel !== 'Draft' && lacksStems(item) && (
        <Button size={36} onClick={() => openFiles(item)}>
          <Icon of={Archive} size={15} />
          Add stems<span className="sr-only"> to {item.title}</span>
        </Button>
      )}
      {item.proposal && (
        <Button size={36} onClick={() => openFiles(item)}>
          <Icon of={Files} size={15} />
          Files<span className="sr-only"> of {item.title}</span>
        </Button>
      )}
      {note.opens === 'split' && (
        <Button size={36} onClick={() => openSplit(item)}>
          <Icon of={ChartPie} size={15} />
          Split<span className="sr-only"> of {item.title}</span>
        </Button>
      )}
      {goesToReview(item) && (
        <Button size={36} onClick={onResubmit}>
          <Icon of={Undo2} size={15} />
          Resubmit<span className="sr-only"> {item.title}</span>
        </Button>
      )}
      {item.statusLabel === 'Failed' && (
        <>
          {item.canRetry && (
            <Button size={36} loading={retry.pending} onClick={() => void retry.run(undefined)}>
              <Icon of={RotateCcw} size={15} />
              Try again<span className="sr-only"> with {item.title}</span>
            </Button>
          )}
          <Button size={36} loading={complete.pending} onClick={() => void complete.run(undefined)}>
            <Icon of={Upload} size={15} />
            Send another file<span className="sr-only"> for {item.title}</span>
          </Button>
        </>
      )}
    </div>
  )
}
