import { Search, ShoppingBag } from '#web/ui/icons.ts'
import type { MouseEvent } from 'react'
import { useCart } from '#web/cart/store.ts'
import { SearchForm } from '#web/items/search-form.tsx'
import { Link } from '#web/link.tsx'
import { Bell } from '#web/notifications/bell.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { AccountButton } from './account-button.tsx'
import { Logo } from './logo.tsx'
import { NavLink } from './nav-link.tsx'
import { sections } from './sections.ts'
import { SectionsButton } from './sections-button.tsx'

const searchDialog = onDemand(() => import('./search-dialog.tsx'))

export function Header() {
  const auth = useSession((session) => session.auth)
  return (
    <header className="sticky top-0 z-30 border-b border-rail/60 bg-night">
      <div className="wrap flex h-16 items-center gap-7 max-xl:gap-4">
        <Link to={paths.home()} className="flex items-center gap-2" aria-label="Slide, home">
          <Logo />
        </Link>
        <nav aria-label="Main" className="flex gap-1 font-medium text-soft max-lg:hidden">
          {sections.map(({ name, to }) => (
            <NavLink
              key={name}
              to={to}
              className="rounded-sm px-2.5 py-2 whitespace-nowrap hover:text-ink aria-[current=page]:text-ink"
            >
              {name}
            </NavLink>
          ))}
        </nav>
        <SearchForm
          label="Search Slide"
          className="relative ml-auto w-[300px] lg:max-xl:w-60 max-md:hidden"
          suggestions="absolute top-full right-0 mt-2 max-h-[calc(100dvh-80px)] w-[420px] overflow-y-auto rounded-md bg-wall p-1.5 shadow-pop forced-colors:border"
        >
          {(input) => (
            <>
              <Input {...input} size={40} aria-label="Search" className="pr-11" />
              <button type="submit" aria-label="Search now" className="ico absolute top-0 right-0">
                <Icon of={Search} size={19} />
              </button>
            </>
          )}
        </SearchForm>
        <div className="flex items-center gap-1 max-md:ml-auto">
          <Link
            to={paths.search()}
            onClick={openSearchDialog}
            aria-label="Search"
            className="ico max-md:size-11 md:hidden"
          >
            <Icon of={Search} size={22} />
          </Link>
          <CartLink />
          <div className="only-signed-in size-10 max-md:size-11">{auth && <Bell key={auth.userId} />}</div>
          {/* both are in the page; CSS shows the right one until the session is read (data-auth) */}
          <div className="only-signed-out ml-2">
            {/* a link before hydration */}
            <Link
              to={paths.login()}
              onClick={openDialog}
              className={buttonClass({ look: 'paper', size: 36 }, 'max-md:h-11')}
            >
              Sign in
            </Link>
          </div>
          <div className="only-signed-in ml-2 size-10">{auth && <AccountButton auth={auth} />}</div>
          <SectionsButton />
        </div>
      </div>
    </header>
  )
}

function openDialog(event: MouseEvent) {
  event.preventDefault()
  openSignIn({ next: paths.profile('me') })
}

function openSearchDialog(event: MouseEvent) {
  event.preventDefault()
  searchDialog.use(({ openSearch }) => openSearch())
}

function CartLink() {
  const items = useCart((cart) => cart.lines.length)
  return (
    <Link
      to={paths.checkout()}
      className="ico relative max-md:size-11"
      aria-label={`Cart, ${items} ${items === 1 ? 'item' : 'items'}`}
    >
      <Icon of={ShoppingBag} size={21} />
      {items > 0 && <span className="count num">{items}</span>}
    </Link>
  )
}
