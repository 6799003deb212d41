import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { sections } from './sections.ts'

export default function SectionsMenu({ trigger }: { trigger: ReactNode }) {
  return (
    <Menu trigger={trigger} defaultOpen>
      {sections.map(({ name, to }) => (
        <MenuItem key={name} asChild>
          <Link to={to}>{name}</Link>
        </MenuItem>
      ))}
    </Menu>
  )
}
