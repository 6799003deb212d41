import { Ellipsis } from '#web/ui/icons.ts'
import type { PublicProfile } from '#contract/people.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const menu = onDemand(() => import('./profile-menu-open.tsx'))

/** The further actions on a profile. */
export function ProfileMenu({ profile, own }: { profile: PublicProfile; own: boolean }) {
  const [OpenMenu, open] = useOnDemand(menu)
  const button = {
    label: `More about ${profile.displayName}`,
    className: 'size-11',
    children: <Icon of={Ellipsis} size={18} />,
  }
  if (OpenMenu) return <OpenMenu profile={profile} own={own} trigger={<IconButton {...button} />} />
  return (
    <IconButton
      {...button}
      aria-haspopup="menu"
      onFocus={() => void menu.load().catch(() => {})}
      onClick={() => void open()}
    />
  )
}
