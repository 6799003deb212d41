import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { withEngine } from '#web/player/player.ts'

const links = [
  { name: 'About', to: paths.about() },
  { name: 'Terms', to: paths.terms() },
  { name: 'Privacy', to: paths.privacy() },
  { name: 'Contact', to: paths.contact() },
]

/** Leaves room below for the fixed bars. */
export const Footer = () => (
  <div className="footer wrap mt-20 pb-(--bars)">
    <footer className="flex flex-wrap items-center gap-x-7 gap-y-2 border-t border-rail/60 py-8 text-[14px] text-dim">
      <span className="mr-auto">0% commission. Producers keep the sale, less payment fees.</span>
      {links.map(({ name, to }) => (
        <Link key={name} to={to} className="py-1 hover:text-ink">
          {name}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => withEngine((engine) => engine.openKeysHelp())}
        className="py-1 hover:text-ink pointer-coarse:hidden"
      >
        Keys
      </button>
    </footer>
  </div>
)
