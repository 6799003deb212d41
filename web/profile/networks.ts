import type { PublicProfile } from '#contract/people.ts'
import { isOnNetwork, isWebAddress, type Network } from '#contract/social-pages.ts'
import { Globe } from '#web/ui/icons.ts'
import type { Drawing } from '#web/ui/icon.tsx'

const draw = (shapes: string): Drawing => ({ __html: shapes })

/** The sites that people link their pages on. Lucide draws no brands. */
const networks = [
  {
    field: 'instagram',
    name: 'Instagram',
    icon: draw(
      '<rect x="3" y="3" width="18" height="18" rx="5"/><circle cx="12" cy="12" r="4"/><path d="M17.3 6.7h.01"/>',
    ),
  },
  { field: 'twitter', name: 'X', icon: draw('<path d="M4 4l16 16M20 4L4 20"/>') },
  {
    field: 'youtube',
    name: 'YouTube',
    icon: draw(
      '<rect x="2.5" y="5" width="19" height="14" rx="4"/><path d="M10 9.2v5.6l4.8-2.8z" fill="currentColor"/>',
    ),
  },
  {
    field: 'facebook',
    name: 'Facebook',
    icon: draw('<path d="M17 2.5h-2.5a5 5 0 0 0-5 5v3H6.5v4h3v7h4v-7h3l1-4h-4v-3a1 1 0 0 1 1-1H17z"/>'),
  },
  {
    field: 'soundcloud',
    name: 'SoundCloud',
    icon: draw('<path d="M3 13v4M6 11v6M9 9v8M12 7v10h6.5a3.5 3.5 0 0 0 .3-7A6 6 0 0 0 12 7"/>'),
  },
  {
    field: 'tiktok',
    name: 'TikTok',
    icon: draw('<path d="M14 3v12.2a3.8 3.8 0 1 1-3.8-3.8M14 3c.3 3 2.2 4.7 5 5"/>'),
  },
] as const satisfies readonly { field: Network; name: string; icon: Drawing }[]

/** A person's pages on other sites, and how they are called there. */
export const pagesOf = (profile: PublicProfile) =>
  networks.flatMap(({ field, name, icon }) => {
    const address = profile[field]
    if (!isWebAddress(address)) return []
    const { hostname, pathname } = new URL(address)
    const called = pathname.split('/').findLast(Boolean)?.replace(/^@/, '') ?? hostname
    // an address elsewhere must not pass for the network's
    if (!isOnNetwork(field, address)) return [{ field, name: hostname, icon: Globe, address, called }]
    return [{ field, name, icon, address, called }]
  })
