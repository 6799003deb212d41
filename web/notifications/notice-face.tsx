import {
  BadgeDollarSign,
  Bell,
  ChartPie,
  CircleCheck,
  CircleX,
  Gift,
  Heart,
  Library,
  Megaphone,
  MessageCircle,
  MessageSquare,
  RefreshCw,
  UserPlus,
  Wallet,
} from '#web/ui/icons.ts'
import type { Notification } from '#contract/notifications.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'

const icons: Record<Notification['topic'], { icon: typeof Bell; color?: string }> = {
  like: { icon: Heart },
  comment: { icon: MessageSquare },
  follow: { icon: UserPlus },
  message: { icon: MessageCircle },
  sale: { icon: BadgeDollarSign, color: 'text-ok' },
  purchase: { icon: Library },
  approved: { icon: CircleCheck, color: 'text-ok' },
  rejected: { icon: CircleX, color: 'text-bad' },
  split: { icon: ChartPie },
  payout: { icon: Wallet, color: 'text-ok' },
  renewal: { icon: RefreshCw, color: 'text-warn' },
  promotion: { icon: Megaphone },
  referral: { icon: Gift },
  system: { icon: Bell },
  announcement: { icon: Megaphone },
}

type Face = {
  notice: Pick<Notification, 'topic' | 'item' | 'people'>
  /** The background of an icon alone: it must differ from what is behind it. */
  tile?: string
  className?: string
}

/** The cover of the item, or the face of the person, with an icon for the event. Without both, only the icon. */
export function NoticeFace({ notice: { topic, item, people }, tile = 'bg-wall', className }: Face) {
  const { icon, color = 'text-soft' } = icons[topic]
  const [first, second] = people
  if (!item && !first)
    return (
      <span className={cx('grid size-12 flex-none place-items-center rounded-[3px]', tile, color, className)}>
        <Icon of={icon} size={22} />
      </span>
    )
  return (
    <span className={cx('relative size-12 flex-none', className)}>
      {item ? (
        <Cover src={item.coverUrl ? coverFolder(item.coverUrl) : ''} size={48} className="size-12 rounded-[3px]" />
      ) : second && topic === 'follow' ? (
        <>
          <Avatar name={first!.displayName} src={first!.avatarUrl} size={32} className="absolute top-0 left-0" />
          <Avatar
            name={second.displayName}
            src={second.avatarUrl}
            size={32}
            className="absolute right-0 bottom-0 cut-out"
          />
        </>
      ) : (
        <Avatar name={first!.displayName} src={first!.avatarUrl} size={40} className="m-1" />
      )}
      <span
        className={cx(
          'absolute -right-1.5 -bottom-1 grid size-5.5 place-items-center rounded-full bg-wall cut-out',
          color,
        )}
      >
        <Icon of={icon} size={13} />
      </span>
    </span>
  )
}

/** The newest five people, and the number of others. */
export function NoticePeople({ people, groupSize }: Pick<Notification, 'people' | 'groupSize'>) {
  const others = groupSize - people.length
  return (
    <span className="mt-1.5 flex items-center gap-2">
      <span className="flex">
        {people.map(({ id, displayName, avatarUrl }, place) => (
          <Avatar
            key={id}
            name={displayName}
            src={avatarUrl}
            size={24}
            className={cx('cut-out', place > 0 && '-ml-2')}
          />
        ))}
      </span>
      {others > 0 && <span className="num text-[13px] text-dim">+{others.toLocaleString('en')}</span>}
    </span>
  )
}
