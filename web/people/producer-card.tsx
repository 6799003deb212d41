import type { ReactNode } from 'react'
import type { Producer } from '#contract/people.ts'
import { count } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { FollowButton } from './follow-button.tsx'
import { useFollowers } from './follows.ts'
import { MessageLink } from './message-link.tsx'

export const ProducerGrid = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4">{children}</ul>
)

export function ProducerCard({ producer, className }: { producer: Producer; className?: string }) {
  const { id, displayName, avatarUrl, plan, beatsCount } = producer
  const followers = useFollowers(producer)
  return (
    <li className={cx('flex flex-col gap-4 rounded-sm bg-curb p-4', className)}>
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={displayName} src={avatarUrl} size={64} />
        <div className="min-w-0">
          <h3 className="flex items-center gap-1.5 text-[17px] leading-6 font-bold">
            <span className="truncate">{displayName}</span>
            {plan !== 'free' && <PlanSeal plan={plan} />}
          </h3>
          <p className="num mt-0.5 text-[14px] text-soft">
            {count(beatsCount)} {beatsCount === 1 ? 'beat' : 'beats'} <span className="text-edge">/</span>{' '}
            {count(followers)} {followers === 1 ? 'follower' : 'followers'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <FollowButton person={producer} size={36} className="flex-1 px-2 max-md:h-11" />
        <Link to={paths.profile(id)} className={buttonClass({ look: 'rail', size: 36 }, 'flex-1 px-2 max-md:h-11')}>
          Show profile<span className="sr-only"> of {displayName}</span>
        </Link>
        <MessageLink
          id={id}
          name={displayName}
          className={buttonClass({ look: 'rail', size: 36 }, 'w-11 px-0 max-md:h-11')}
        />
      </div>
    </li>
  )
}

export const ProducerGridSkeleton = () => (
  <ProducerGrid>
    {Array.from({ length: 12 }, (_, index) => (
      <li key={index} aria-hidden className="bone h-34 rounded-sm" />
    ))}
  </ProducerGrid>
)
