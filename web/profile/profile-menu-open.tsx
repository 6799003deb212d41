import { Copy, Flag } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { PublicProfile } from '#contract/people.ts'
import { report } from '#web/items/report.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { profile: PublicProfile; own: boolean; trigger: ReactNode }

export default function OpenProfileMenu({ profile: { id, displayName }, own, trigger }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(location.origin + paths.profile(id)).then(
      () => toast.success('Profile link copied!'),
      () => toast.error('Couldn’t copy the link.'),
    )
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => void copy()}>
        <Icon of={Copy} size={18} />
        Copy link
      </MenuItem>
      {!own && (
        <MenuItem
          onSelect={() =>
            report({ title: `Report ${displayName}`, things: [{ place: 'users', id, label: displayName }] }, 'somebody')
          }
        >
          <Icon of={Flag} size={18} />
          Report
        </MenuItem>
      )}
    </Menu>
  )
}
