import { useEffect, useState } from 'react'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { StoppedNote } from '#web/house/stopped-note.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { show } from '#web/ui/show.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { beatDrafts, type BeatDraft } from './beat-draft.ts'
import { BeatForm } from './beat-form.tsx'
import { KitForm } from './kit-form.tsx'
import { kitDrafts, type KitDraft } from './kit-values.ts'
import type { UploadKind } from './open-upload.ts'
import { PackForm } from './pack-form.tsx'
import { packDrafts, type PackDraft } from './pack-values.ts'

const tabs = [
  { value: 'beat', label: 'Single Beat' },
  { value: 'pack', label: 'Pack of Beats' },
] as const

type Shown = { kind: 'beat'; draft: BeatDraft } | { kind: 'pack'; draft: PackDraft } | { kind: 'kit'; draft: KitDraft }

/** The form of this kind that was closed last, or a new one. */
function currentOf(kind: UploadKind): Shown {
  if (kind === 'pack') return { kind, draft: packDrafts.current() }
  return kind === 'kit' ? { kind, draft: kitDrafts.current() } : { kind, draft: beatDrafts.current() }
}

const open = (shown: Shown) => show(<UploadDialog shown={shown} />)

/** @public */
export const openUpload = (kind: UploadKind) => open(currentOf(kind))

/**
 * Shows the form of a draft that the server has kept, or of an item whose file failed.
 * @public
 */
export const openDraft = (item: OwnItemDetail) => open(keptOf(item))

function keptOf(item: OwnItemDetail): Shown {
  if (item.kind === 'PACK') return { kind: 'pack', draft: packDrafts.kept(item) }
  if (item.kind === 'KIT') return { kind: 'kit', draft: kitDrafts.kept(item) }
  return { kind: 'beat', draft: beatDrafts.kept(item) }
}

type Props = {
  shown?: Shown
  kind?: UploadKind
  onClosed?: () => void
  /** Another tab is shown. */
  onTurned?: (kind: UploadKind) => void
}

/**
 * Closing keeps form and files: they are there when it opens again. Another tab empties the form that is left, so an arrow
 * key alone does not turn to it.
 */
export default function UploadDialog({ shown: given, kind = 'beat', onClosed, onTurned }: Props) {
  const [shown, setShown] = useState(() => given ?? currentOf(kind))
  const [isOpen, setIsOpen] = useState(true)
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  useDropsOutside()
  const [close] = useState(() => () => {
    setIsOpen(false)
    onClosed?.()
  })
  const turnTo = (tab: 'beat' | 'pack') => {
    if (tab === shown.kind) return
    if (shown.kind === 'beat') beatDrafts.reset(shown.draft)
    if (shown.kind === 'pack') packDrafts.reset(shown.draft)
    setShown(currentOf(tab))
    onTurned?.(tab)
  }
  const common = { openDraft: () => open(shown), close, footer }
  return (
    <Dialog
      size="wide"
      open={isOpen}
      onOpenChange={close}
      title={shown.kind === 'kit' ? 'Upload Kit' : 'Upload'}
      footer={<div ref={setFooter} className="flex min-w-0 flex-1 flex-wrap items-center gap-2" />}
    >
      <StoppedNote what="uploads" />
      {shown.kind === 'kit' ? (
        <div className="pt-2">
          <KitForm {...common} draft={shown.draft} />
        </div>
      ) : (
        <Tabs label="What you upload" value={shown.kind} onChange={turnTo} tabs={tabs} isPressed>
          <TabPanel value={shown.kind} className="pt-5">
            {shown.kind === 'beat' ? (
              <BeatForm {...common} draft={shown.draft} />
            ) : (
              <PackForm {...common} draft={shown.draft} />
            )}
          </TabPanel>
        </Tabs>
      )}
    </Dialog>
  )
}

/** A file that misses its place would open in the place of the page. */
function useDropsOutside() {
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault()
    for (const name of ['dragover', 'drop'] as const) addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop'] as const) removeEventListener(name, refuse)
    }
  }, [])
}
