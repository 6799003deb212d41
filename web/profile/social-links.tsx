import type { PublicProfile } from '#contract/people.ts'
import { Icon } from '#web/ui/icon.tsx'
import { pagesOf } from './networks.ts'

const elsewhere = { target: '_blank', rel: 'me noopener noreferrer nofollow ugc' }

/** Icons beside the counts. */
export function SocialIcons({ profile, className }: { profile: PublicProfile; className?: string }) {
  const pages = pagesOf(profile)
  if (pages.length === 0) return null
  return (
    <ul className={className}>
      {pages.map(({ field, name, icon, address }) => (
        <li key={field}>
          <a
            {...elsewhere}
            href={address}
            aria-label={`${profile.displayName} on ${name} (opens in a new tab)`}
            className="ico max-md:size-11"
          >
            <Icon of={icon} size={19} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The same in words. */
export function SocialList({ profile }: { profile: PublicProfile }) {
  const pages = pagesOf(profile)
  if (pages.length === 0) return null
  return (
    <>
      <h2 className="text-xl font-bold">Elsewhere</h2>
      <ul className="mt-2 mb-9">
        {pages.map(({ field, name, icon, address, called }) => (
          <li key={field} className="border-t border-rail/60">
            <a {...elsewhere} href={address} className="flex h-12 items-center gap-3 font-semibold hover:underline">
              <Icon of={icon} size={19} className="flex-none" />
              {name}
              <span className="ml-auto truncate text-[14px] font-normal text-dim">{called}</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
