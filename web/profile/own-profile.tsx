import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { RowListSkeleton } from '#web/lists/row-list.tsx'
import { Gate } from '#web/session/gate.tsx'
import { useSession } from '#web/session/session.ts'
import { ProfileFailed, ProfileMissing } from './profile-missing.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { profileQuery } from './queries.ts'

/** One's own profile. */
export function Component() {
  const me = useSession(({ auth }) => auth?.userId)
  return <Gate>{me && <OwnProfile key={me} me={me} />}</Gate>
}

function OwnProfile({ me }: { me: number }) {
  const { data: profile, isPending, error } = useQuery(profileQuery(call, me))
  if (isPending) return <Loading />
  if (profile === undefined) return <ProfileFailed error={error} />
  if ('missing' in profile) return <ProfileMissing why={profile.missing} />
  return <ProfileScreen profile={profile} id="me" />
}

const Loading = () => (
  <div role="status" aria-busy aria-label="Loading your profile">
    <div className="h-37 bg-curb md:h-60" />
    <div className="wrap mt-40">
      <RowListSkeleton />
    </div>
  </div>
)
