import { Ellipsis } from 'lucide'
import type { Item } from '#contract/item.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLater } from '#web/ui/use-later.ts'

const load = () => import('./item-menu-open.tsx')

/** The menu's code comes with the first wish for it. */
export function ItemMenu({ item, className }: { item: Item; className?: string }) {
  const [OpenMenu, ask] = useLater(load)
  const dots = <Icon of={Ellipsis} size={18} />
  const label = `More about ${item.title}`
  if (OpenMenu)
    return (
      <OpenMenu
        item={item}
        trigger={
          <IconButton label={label} className={className}>
            {dots}
          </IconButton>
        }
      />
    )
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      onFocus={() => void load().catch(() => {})}
      onClick={() => void ask()}
      className={className}
    >
      {dots}
    </IconButton>
  )
}
