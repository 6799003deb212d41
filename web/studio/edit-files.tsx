import { useState } from 'react'
import { Archive, AudioLines, FileAudio, ImageUp } from '#web/ui/icons.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { takesFiles } from './added-file.ts'
import { FilesDialog } from './files-dialog.tsx'
import { OwnCover } from './own-face.tsx'
import { proposalWords } from './proposal-words.ts'

/**
 * The cover, audio or ZIP, and preview of an item: they are replaced in a dialog of their own, which tells how far they
 * are. It lies above the form, which keeps its words.
 */
export function EditFiles({ item }: { item: OwnItemDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!takesFiles(item)) return null
  const openFiles = () => setIsOpen(true)
  const { kind, proposal } = item
  return (
    <div className="flex flex-wrap items-center gap-3">
      <OwnCover item={item} size={60} />
      <Button size={36} onClick={openFiles}>
        <Icon of={ImageUp} size={15} />
        Replace cover
      </Button>
      {kind === 'BEAT' && (
        <>
          <Button size={36} onClick={openFiles}>
            <Icon of={FileAudio} size={15} />
            Replace audio
          </Button>
          <Button size={36} onClick={openFiles}>
            <Icon of={AudioLines} size={15} />
            Make preview anew
          </Button>
        </>
      )}
      {kind !== 'BEAT' && (
        <Button size={36} onClick={openFiles}>
          <Icon of={Archive} size={15} />
          Replace ZIP
        </Button>
      )}
      {proposal && <p className="basis-full text-[14px] text-soft">{proposalWords(item, proposal).what}</p>}
      <FilesDialog item={item} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}
