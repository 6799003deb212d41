import type { Me } from '#contract/accounts.ts'
import { count } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'

/** The head of the own profile in small, with the bio as it is typed. */
export const SeenCard = ({ me, bio }: { me: Me; bio: string }) => (
  <div className="w-full overflow-hidden rounded-md bg-curb">
    <img
      src={me.bannerUrl ?? paths.street(me.id)}
      alt=""
      width={1920}
      height={336}
      className="h-21 w-full object-cover object-right-bottom"
    />
    <div className="relative -mt-7 px-4 pb-4">
      <Avatar
        name={me.displayName}
        src={me.avatarUrl}
        size={64}
        className="bg-curb [box-shadow:0_0_0_4px_var(--color-curb)]"
      />
      <p className="disp mt-3 flex items-center gap-2 text-[32px] wrap-anywhere">
        {me.displayName}
        {me.subscription.planId !== 'free' && <PlanSeal plan={me.subscription.planId} className="size-4.5" />}
      </p>
      {bio.trim() && <p className="mt-2.5 text-[14px] whitespace-pre-line text-soft wrap-anywhere">{bio.trim()}</p>}
      <p className="num mt-3 flex flex-wrap gap-x-4 text-[13px] text-dim">
        {(
          [
            ['Followers', me.followersCount],
            ['Plays', me.totalPlays],
            ['Tracks', me.trackCount],
          ] as const
        ).map(([label, figure]) => (
          <span key={label}>
            <b className="text-ink">{count(figure)}</b> {label}
          </span>
        ))}
      </p>
    </div>
  </div>
)
