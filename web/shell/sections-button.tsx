import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/icons.ts'

const menu = onDemand(() => import('./sections-menu.tsx'))

/** Opens the sections where the header has no room for them. */
export function SectionsButton() {
  const [SectionsMenu, open] = useOnDemand(menu)
  const icon = <Icon of={Menu} size={22} />
  const className = '-mr-2 size-11 lg:hidden'
  if (SectionsMenu)
    return (
      <SectionsMenu
        trigger={
          <IconButton label="Menu" className={className}>
            {icon}
          </IconButton>
        }
      />
    )
  return (
    <IconButton label="Menu" aria-haspopup="menu" onClick={() => void open()} className={className}>
      {icon}
    </IconButton>
  )
}
