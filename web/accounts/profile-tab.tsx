import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from '#web/ui/icons.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { PictureActions } from './picture-actions.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** Shows signed-in people their own profile, and changes their pictures. */
export function Component() {
  const { data: me, isError, refetch } = useQuery(apiQuery(call, 'GET /me', undefined))
  if (isError) return <Failed again={refetch}>Couldn’t load your profile.</Failed>
  if (!me)
    return (
      <div role="status" aria-busy aria-label="Loading your profile">
        <TextSkeleton lines={6} className="max-w-150" />
      </div>
    )
  return (
    <section aria-labelledby="me" className="grid gap-6">
      {!me.emailVerified && <UnconfirmedEmail email={me.email} />}
      <div className="grid gap-3">
        {me.bannerUrl ? (
          <img src={me.bannerUrl} alt="Your banner" width={1920} height={336} className="h-auto w-full rounded-md" />
        ) : (
          <div className="flex h-24 w-full items-center justify-center gap-2.5 rounded-md border-2 border-dashed border-edge text-dim md:h-36">
            <Icon of={ImagePlus} size={24} />
            No banner yet
          </div>
        )}
        <PictureActions kind="banner" isSet={me.bannerUrl !== null} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={me.displayName} src={me.avatarUrl} size={96} />
        <div>
          <h2 id="me" className="text-2xl font-bold break-all">
            {me.displayName}
          </h2>
          <p className="text-soft">{me.subscription.planName} plan</p>
        </div>
      </div>
      <div className="grid gap-2">
        <PictureActions kind="avatar" isSet={me.avatarUrl !== null} />
        <p className="text-[13px] text-dim">
          JPG, PNG or WebP, up to 10 MB. The avatar is square, the banner 1920 x 336.
        </p>
      </div>
      {me.bio && <p className="max-w-[62ch]">{me.bio}</p>}
      <Stats>
        <Stat label="Followers" value={exactly(me.followersCount)} />
        <Stat label="Plays" value={exactly(me.totalPlays)} />
        <Stat label="Tracks" value={exactly(me.trackCount)} />
      </Stats>
      <p className="text-soft">Changing your bio is not open yet.</p>
    </section>
  )
}
