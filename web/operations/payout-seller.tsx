import type { DeskPayout } from '#contract/desk-payouts.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'

type Props = { seller: Omit<DeskPayout['seller'], 'emailVerified'>; size: 24 | 40 }

export const PayoutSeller = ({ seller: { id, name, avatarUrl, plan }, size }: Props) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <Avatar name={name} src={avatarUrl} size={size} />
    <Link to={paths.profile(id)} className="min-w-0 wrap-anywhere hover:underline">
      {name}
    </Link>
    {plan !== 'free' && <PlanSeal plan={plan} />}
  </span>
)
