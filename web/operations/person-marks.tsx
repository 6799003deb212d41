import type { DeskPerson } from '#contract/desk-people.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleAlert, CircleSlash, ShieldCheck, Tag, User } from '#web/ui/icons.ts'

type Marked = Pick<DeskPerson, 'isAdmin' | 'isSeller' | 'bannedAt' | 'appealedAt'>

/** What a person is in this shop, in words and icons. */
export const PersonMarks = ({ person }: { person: Marked }) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm max-md:justify-end">
    {marksOf(person).map(({ label, icon, tone }) => (
      <span key={label} className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap">
        <Icon of={icon} size={15} className={cx('flex-none', tone)} />
        {label}
      </span>
    ))}
  </span>
)

function marksOf({ isAdmin, isSeller, bannedAt, appealedAt }: Marked) {
  const marks = [
    ...(bannedAt ? [{ label: 'Banned', icon: CircleSlash, tone: 'text-bad' }] : []),
    ...(appealedAt ? [{ label: 'Appeals', icon: CircleAlert, tone: 'text-warn' }] : []),
    ...(isAdmin ? [{ label: 'Admin', icon: ShieldCheck, tone: 'text-info' }] : []),
    ...(isSeller ? [{ label: 'Seller', icon: Tag, tone: 'text-soft' }] : []),
  ]
  return marks.length ? marks : [{ label: 'Listener', icon: User, tone: 'text-dim' }]
}
