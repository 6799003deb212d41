import { CirclePause, CirclePlay, Tag, Trash2, X } from 'lucide'
import { ask } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { BulkPricesDialog, BulkTagsDialog } from './bulk-dialogs.tsx'
import { useBulk } from './own-actions.ts'
import type { Selection } from './selection.ts'

type Props = { selection: Selection; hasTiers: boolean }

/** The actions for all chosen items. */
export function BulkBar({ selection, hasTiers }: Props) {
  const { ids, clear } = selection
  const bulk = useBulk()
  const run = async (action: 'pause' | 'resume' | 'delete') => {
    if (await bulk.run({ action, ids })) clear()
  }
  const remove = async () => {
    const title = `Delete ${ids.length} ${ids.length === 1 ? 'item' : 'items'}?`
    const text = 'They leave the shop for good. Buyers keep their files and licenses.'
    if (await ask({ title, text, action: 'Delete', danger: true })) await run('delete')
  }
  return (
    <div role="group" aria-label="Selected items" className="flex flex-wrap items-center gap-1.5 text-ink">
      <b role="status" className="mr-2.5 text-[14px] whitespace-nowrap">
        {ids.length} selected
      </b>
      <Button size={36} loading={bulk.pending} onClick={() => void run('pause')}>
        <Icon of={CirclePause} size={16} />
        Pause
      </Button>
      <Button size={36} loading={bulk.pending} onClick={() => void run('resume')}>
        <Icon of={CirclePlay} size={16} />
        Resume
      </Button>
      {hasTiers && (
        <Button size={36} onClick={() => show(<BulkPricesDialog ids={ids} onDone={clear} />)}>
          <Icon of={Tag} size={16} />
          Change prices
        </Button>
      )}
      <Button size={36} onClick={() => show(<BulkTagsDialog ids={ids} onDone={clear} />)}>
        Change tags
      </Button>
      <Button size={36} look="ghost" loading={bulk.pending} onClick={() => void remove()}>
        <Icon of={Trash2} size={16} />
        Delete
      </Button>
      <IconButton label="Select none" onClick={clear} className="size-9">
        <Icon of={X} size={19} />
      </IconButton>
    </div>
  )
}
