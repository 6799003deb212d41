import { Disc3, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Item } from '#contract/item.ts'
import { paths } from '#web/paths.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

const names = { BEAT: 'track', PACK: 'pack', KIT: 'kit' } as const

export default function OpenItemMenu({ item, trigger }: { item: Item; trigger: ReactNode }) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem asChild>
        <Link to={paths.item(item)}>
          <Disc3 size={18} aria-hidden />
          Go to {names[item.kind]}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to={paths.profile(item.ownerId)}>
          <User size={18} aria-hidden />
          Go to Artist Profile
        </Link>
      </MenuItem>
    </Menu>
  )
}
