import { useEffect, useState } from 'react'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { show } from '#web/ui/show.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { currentDraft, draftOf, type BeatDraft } from './beat-draft.ts'
import { BeatForm } from './beat-form.tsx'

const tabs = [{ value: 'beat', label: 'Single Beat' }] as const
type Tab = (typeof tabs)[number]['value']

const open = (draft: BeatDraft) => show(<UploadDialog draft={draft} />)

/**
 * Shows the form that was closed last, or a new one.
 * @public
 */
export const openUpload = () => open(currentDraft())

/**
 * Shows the form of a draft that the server has kept.
 * @public
 */
export const openDraft = (item: OwnItemDetail) => open(draftOf(item))

type Props = { draft?: BeatDraft; onClosed?: () => void }

/** Closing keeps form and files: they are there when it opens again. */
export default function UploadDialog({ draft: given, onClosed }: Props) {
  const [draft] = useState(() => given ?? currentDraft())
  const [isOpen, setIsOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('beat')
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  useDropsOutside()
  const [close] = useState(() => () => {
    setIsOpen(false)
    onClosed?.()
  })
  return (
    <Dialog
      size="wide"
      open={isOpen}
      onOpenChange={close}
      title="Upload"
      footer={<div ref={setFooter} className="flex min-w-0 flex-1 flex-wrap items-center gap-2" />}
    >
      <Tabs label="What you upload" value={tab} onChange={setTab} tabs={tabs}>
        <TabPanel value="beat" className="pt-5">
          <BeatForm draft={draft} openDraft={() => open(draft)} close={close} footer={footer} />
        </TabPanel>
      </Tabs>
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
