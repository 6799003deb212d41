import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useParams } from '#web/router/hooks.ts'
import { ProfileFailed, ProfileMissing } from './profile-missing.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { idOf, profileQuery } from './queries.ts'

/** The public profile. */
export function Component() {
  const profile = useSuspenseQuery(profileQuery(call, idOf(useParams().id))).data
  if ('missing' in profile) return <ProfileMissing why={profile.missing} />
  return <ProfileScreen key={profile.id} profile={profile} id={profile.id} />
}

export const Failed = ProfileFailed
