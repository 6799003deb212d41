import { Ellipsis } from '#web/ui/icons.ts'
import type { Item } from '#contract/item.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const menu = onDemand(() => import('./item-menu-open.tsx'))

export function ItemMenu({ item, className }: { item: Item; className?: string }) {
  const [OpenMenu, open] = useOnDemand(menu)
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
      onFocus={() => void menu.load().catch(() => {})}
      onClick={() => void open()}
      className={className}
    >
      {dots}
    </IconButton>
  )
}
