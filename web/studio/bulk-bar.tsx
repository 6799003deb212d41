import { CirclePause, CirclePlay, Megaphone, Tag, Trash } from '#web/ui/icons.ts'
import type { OwnItem } from '#contract/studio-fields.ts'
import { Link } from '#web/link.tsx'
import { toPromote } from '#web/promotions/items-in-address.ts'
import { ask } from '#web/ui/ask.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { BulkPricesDialog, BulkTagsDialog } from './bulk-dialogs.tsx'
import { useBulk } from './own-actions.ts'
import type { Selection } from '#web/lists/use-selection.ts'

type Props = { items: readonly OwnItem[]; selection: Selection; hasTiers: boolean }

/** The actions for all chosen items. */
export function BulkBar({ items, selection, hasTiers }: Props) {
  const { ids, clear } = selection
  const bulk = useBulk()
  const run = async (action: 'pause' | 'resume' | 'delete') => {
    if (await bulk.run({ action, ids })) clear()
  }
  const remove = async () => {
    const title = `Delete ${ids.length} ${ids.length === 1 ? 'item' : 'items'}?`
    const isPromoted = items.some(({ id, promotion }) => promotion && ids.includes(id))
    const text = `They leave the shop for good. Buyers keep their files and licenses.${isPromoted ? ' Promotions of them end, and nothing is returned.' : ''}`
    if (await ask({ title, text, action: 'Delete', danger: true })) await run('delete')
  }
  return (
    <ChosenBar label="Selected items" count={ids.length} onClear={clear}>
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
      <Link to={toPromote(items.filter(({ id }) => ids.includes(id)))} className={buttonClass({ size: 36 })}>
        <Icon of={Megaphone} size={16} />
        Promote
      </Link>
      <Button size={36} look="ghost" loading={bulk.pending} onClick={() => void remove()}>
        <Icon of={Trash} size={16} />
        Delete
      </Button>
    </ChosenBar>
  )
}
