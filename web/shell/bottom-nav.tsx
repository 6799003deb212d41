import { ChartNoAxesColumn, CircleUser, House, LayoutGrid, LibraryBig } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'

const sections = [
  { name: 'Home', to: paths.home(), Icon: House },
  { name: 'Browse', to: paths.browse(), Icon: LayoutGrid },
  { name: 'Charts', to: paths.charts(), Icon: ChartNoAxesColumn },
  { name: 'Library', to: paths.library(), Icon: LibraryBig },
  { name: 'Account', to: paths.account(), Icon: CircleUser },
]

/** The phone's way about. */
export const BottomNav = () => (
  <nav
    aria-label="Sections"
    className="fixed inset-x-0 bottom-0 z-40 grid h-15 grid-cols-5 border-t border-rail/60 bg-night lg:hidden"
  >
    {sections.map(({ name, to, Icon }) => (
      <NavLink
        key={name}
        to={to}
        className="grid place-content-center justify-items-center gap-0.5 text-[11.5px] font-semibold text-dim aria-[current=page]:text-ink [&[aria-current=page]>svg]:stroke-[2.6]"
      >
        <Icon size={21} aria-hidden />
        {name}
      </NavLink>
    ))}
  </nav>
)
