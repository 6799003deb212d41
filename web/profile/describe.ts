import type { Meta } from '#contract/page.ts'
import type { PublicProfile } from '#contract/people.ts'
import { exactly } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import { pagesOf } from './networks.ts'
import type { Missing } from './queries.ts'

/** Head tags that only crawlers and shared links read. */
export function describeProfile(profile: PublicProfile | Missing | undefined): Partial<Meta> {
  if (!profile || 'missing' in profile) return {}
  const { id, displayName } = profile
  return {
    description: descriptionOf(profile),
    type: 'profile',
    image: { path: paths.profilePicture(id), alt: `${displayName} on Slide` },
    structured: { '@context': 'https://schema.org', '@type': 'ProfilePage', ...pageOf(profile) },
  }
}

function descriptionOf({ displayName, bio, trackCount, followersCount }: PublicProfile) {
  const facts = trackCount
    ? `Drill beats, packs and kits by ${displayName}: ${exactly(trackCount)} on sale, ${exactly(followersCount)} ${followersCount === 1 ? 'follower' : 'followers'}.`
    : `${displayName} on Slide.`
  const letters = Array.from(bio.replace(/\s+/g, ' ').trim())
  const excerpt = letters.length > 160 ? [...letters.slice(0, 159), '…'] : letters
  return [facts, excerpt.join('')].filter(Boolean).join(' ')
}

const pageOf = (profile: PublicProfile) => ({
  dateCreated: profile.createdAt,
  mainEntity: {
    '@type': profile.trackCount ? 'MusicGroup' : 'Person',
    name: profile.displayName,
    identifier: String(profile.id),
    url: paths.profile(profile.id),
    ...(profile.bio && { description: profile.bio }),
    ...(profile.avatarUrl && { image: profile.avatarUrl }),
    sameAs: pagesOf(profile).map(({ address }) => address),
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: profile.followersCount,
      },
    ],
  },
})
