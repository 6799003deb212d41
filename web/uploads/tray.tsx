import { ChevronDown, ChevronUp, Pause, Play, Upload } from '#web/ui/icons.ts'
import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { show } from '#web/ui/show.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { ItemEntry } from './item-entry.tsx'
import { pauseUpload, resumeUpload } from './start-upload.ts'
import { WaitingEntry } from './waiting-entry.tsx'
import { useWaitingForms } from './waiting-forms.ts'
import { trayWords } from './tray-words.ts'
import { UploadEntry } from './upload-entry.tsx'
import { useUploads } from './uploads.ts'

const SIDE_BY_SIDE = 2

/** Shows what is being uploaded, on every page, above the player. */
export default function Tray() {
  const entries = useEntries()
  const [isFolded, setIsFolded] = useState(false)
  useRootMark('uploads')
  useRootMark('folded-uploads', isFolded)
  const more = entries.length - SIDE_BY_SIDE
  return (
    <section
      aria-label="Uploads"
      className="fixed inset-x-0 bottom-[calc(var(--nav)+var(--player))] z-30 border-t border-rail bg-wall"
    >
      <Narrow />
      <div
        data-row
        className={cx(
          'wrap group/tray hidden items-center gap-10 lg:grid',
          isFolded
            ? 'h-10 grid-cols-[minmax(0,1fr)_40px]'
            : 'h-21 grid-cols-[110px_minmax(0,1fr)_minmax(0,1.15fr)_40px]',
        )}
      >
        <Summary isFolded={isFolded} more={more} />
        {!isFolded && (
          <>
            {entries.slice(0, SIDE_BY_SIDE)}
            {entries.length < SIDE_BY_SIDE && <span />}
          </>
        )}
        <IconButton
          label={isFolded ? 'Unfold the uploads' : 'Fold the uploads'}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
          className={cx(isFolded && 'h-9')}
        >
          <Icon of={isFolded ? ChevronUp : ChevronDown} size={20} />
        </IconButton>
      </div>
    </section>
  )
}

function useEntries() {
  const { uploads, items } = useUploads()
  const { forms } = useWaitingForms()
  return [
    ...uploads.map((upload) => <UploadEntry key={`upload ${upload.key}`} upload={upload} />),
    ...forms.map((form) => <WaitingEntry key={`form ${form.kind}`} form={form} />),
    ...items.map((item) => <ItemEntry key={`item ${item.id}`} item={item} />),
  ]
}

function Summary({ isFolded, more }: { isFolded: boolean; more: number }) {
  const { uploads, items } = useUploads()
  const { forms } = useWaitingForms()
  const { title, detail } = trayWords(uploads, items.length, forms.length)
  return (
    <div className={cx('min-w-0', isFolded && 'flex gap-3')}>
      <p className="text-[14px] font-bold">{title}</p>
      <p className="num text-[13px] text-dim">{detail}</p>
      {!isFolded && more > 0 && (
        <button type="button" onClick={openList} className="min-h-6 text-[13px] underline hover:text-ink">
          +{more} more
        </button>
      )}
    </div>
  )
}

/** One line on a phone. A press opens the list. */
function Narrow() {
  const { uploads, items } = useUploads()
  const { forms } = useWaitingForms()
  const { title, detail, part } = trayWords(uploads, items.length, forms.length)
  const moving = uploads.filter(({ state }) => ['sending', 'waiting'].includes(state))
  const paused = uploads.filter(({ state }) => state === 'paused')
  return (
    <div className="relative flex h-15 items-center gap-1 pr-2 pl-3 lg:hidden">
      {part !== undefined && (
        <Progress label="Uploads" value={part} className="absolute inset-x-0 top-0 h-[3px] rounded-none" />
      )}
      <button type="button" onClick={openList} className="flex min-w-0 flex-1 items-center gap-3 text-left">
        <span className="grid size-10 flex-none place-items-center rounded-xs bg-step text-soft">
          <Icon of={Upload} size={20} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate leading-tight font-bold">{title}</span>
          <span className="num block truncate text-[13px] text-dim">{detail}</span>
        </span>
        <Icon of={ChevronUp} size={20} className="flex-none text-soft" />
      </button>
      {moving.length > 0 ? (
        <IconButton
          label="Pause all uploads"
          className="size-11"
          onClick={() => moving.forEach(({ key }) => pauseUpload(key))}
        >
          <Icon of={Pause} size={18} className="fill-current stroke-[1.2]" />
        </IconButton>
      ) : (
        paused.length > 0 && (
          <IconButton
            label="Resume all uploads"
            className="size-11"
            onClick={() => paused.forEach(({ key }) => resumeUpload(key))}
          >
            <Icon of={Play} size={18} className="fill-current stroke-[1.2]" />
          </IconButton>
        )
      )}
    </div>
  )
}

const openList = () => show(<UploadList />)

function UploadList() {
  const [isOpen, setIsOpen] = useState(true)
  const entries = useEntries()
  return (
    <Sheet open={isOpen} onOpenChange={setIsOpen} title="Uploads">
      {entries.length > 0 ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {entries.map((entry) => (
            <li key={entry.key}>{entry}</li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">Nothing is being uploaded.</p>
      )}
    </Sheet>
  )
}
