import type { ReactNode } from 'react'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { forgetSearches, useRecentSearches } from './recent-searches.ts'

/** Before anything is typed: what this browser has searched for, and what many items are about. */
export function SearchStart({ className }: { className: string }) {
  const recent = useRecentSearches()
  const popular = useOptionalApi('GET /search/popular')?.tags ?? []
  return (
    <div className={cx('grid gap-5', className)}>
      {recent.length > 0 && (
        <Searches
          title="Recent searches"
          searches={recent}
          action={
            <Button look="ghost" size={36} className="max-md:h-11" onClick={forgetSearches}>
              Clear<span className="sr-only"> recent searches</span>
            </Button>
          }
        />
      )}
      {popular.length > 0 && <Searches title="Popular searches" searches={popular} />}
    </div>
  )
}

type Props = { title: string; searches: readonly string[]; action?: ReactNode }

const Searches = ({ title, searches, action }: Props) => (
  <section aria-label={title}>
    <div className="flex min-h-9 items-center gap-2">
      <h2 className="text-lg font-bold">{title}</h2>
      {action}
    </div>
    <ul className="mt-2 flex flex-wrap gap-2">
      {searches.map((q) => (
        <li key={q} className="min-w-0">
          <Link
            to={paths.search(q)}
            rel="nofollow"
            className="inline-flex h-9 max-w-full items-center rounded-sm border border-edge px-3 text-sm font-semibold text-soft hover:border-ink hover:text-ink max-md:h-11"
          >
            <span className="truncate">{q}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
