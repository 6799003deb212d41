import { ChartNoAxesColumn, CircleUser, House, LayoutGrid, LibraryBig } from '#web/ui/icons.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { NavLink } from './nav-link.tsx'

const sections = [
  { name: 'Home', to: paths.home(), icon: House },
  { name: 'Browse', to: paths.browse(), icon: LayoutGrid },
  { name: 'Charts', to: paths.charts(), icon: ChartNoAxesColumn },
  { name: 'Library', to: paths.library(), icon: LibraryBig },
  { name: 'Account', to: paths.account(), icon: CircleUser },
]

/** The main navigation on a phone. */
export const BottomNav = () => (
  <nav
    aria-label="Sections"
    className="fixed inset-x-0 bottom-0 z-40 grid h-15 grid-cols-5 border-t border-rail/60 bg-night lg:hidden"
  >
    {sections.map(({ name, to, icon }) => (
      <NavLink
        key={name}
        to={to}
        className="grid place-content-center justify-items-center gap-0.5 text-[11.5px] font-semibold text-dim aria-[current=page]:text-ink [&[aria-current=page]>svg]:stroke-[2.6]"
      >
        <Icon of={icon} size={21} />
        {name}
      </NavLink>
    ))}
  </nav>
)
