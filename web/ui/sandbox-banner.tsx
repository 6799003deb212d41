import { FlaskConical } from './icons.ts'
import { Icon } from './icon.tsx'

/** Stands above every page on which money seems to move while it does not. */
export const SandboxBanner = () => (
  <aside aria-label="Sandbox" className="border-b border-rail bg-curb">
    <p className="wrap flex items-start gap-2.5 py-2.5 text-sm text-soft">
      <Icon of={FlaskConical} size={17} className="mt-0.5 flex-none text-warn" />
      <span>
        <strong className="text-ink">Sandbox.</strong> No money moves. Card <Card>4242 4242 4242 4242</Card> is paid,{' '}
        <Card>4000 0000 0000 0002</Card> is declined, <Card>4000 0025 0000 3155</Card> asks a question first.
      </span>
    </p>
  </aside>
)

const Card = ({ children }: { children: string }) => <span className="num whitespace-nowrap">{children}</span>
