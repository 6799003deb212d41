import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { paths } from '#web/paths.ts'

/** Says that a list is narrowed to one person, with the way back to all. */
export function OnlyOf({ what }: { what: string }) {
  const { person, address } = useDeskAddress()
  if (!person) return null
  return (
    <p className="mb-4 text-soft">
      {what}{' '}
      <Link to={paths.desk('people', { q: `#${person}` })} className="num underline hover:text-ink">
        person {person}
      </Link>
      .{' '}
      <Link to={address({ person: '', page: '' })} className="underline hover:text-ink">
        Show all
      </Link>
    </p>
  )
}
