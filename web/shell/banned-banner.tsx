import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useLocation } from '#web/router/hooks.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TriangleAlert } from '#web/ui/icons.ts'

/** Stands on every page but one while the account of the visitor is banned. */
export default function BannedBanner() {
  const { pathname } = useLocation()
  if (pathname === paths.banned()) return null
  return (
    <aside aria-label="Your account" className="border-b border-rail bg-curb">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
        <p className="flex items-start gap-2.5 text-sm text-soft">
          <Icon of={TriangleAlert} size={17} className="mt-0.5 flex-none text-bad" />
          <span>
            <strong className="text-ink">Your account is banned.</strong> You can look around, and download what you
            bought.
          </span>
        </p>
        <Link to={paths.banned()} className={buttonClass({ size: 36 })}>
          Why, and what you can do
        </Link>
      </div>
    </aside>
  )
}
