import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'

/** Hints that may answer a question before it is sent. */
export const Hints = () => (
  <aside
    aria-label="Before you write"
    className="grid content-start gap-6 max-lg:border-t max-lg:border-rail max-lg:pt-8"
  >
    <Hint title="Quick answers">
      Payouts, licenses, plans, review: ten questions are answered on the <Link to={paths.about()}>About page</Link>.
    </Hint>
    <Hint title="About an order">Add the order’s number. It is on your receipt and in your library.</Hint>
    <Hint title="About copyright">
      Say which work is yours, and where it is used here. The <Link to={paths.terms('copyright')}>Terms</Link> list what
      we need.
    </Hint>
  </aside>
)

const Hint = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="text-base font-bold">{title}</h2>
    <p className="mt-1 max-w-[56ch] text-base text-soft [&_a]:font-semibold [&_a]:text-ink [&_a]:underline">
      {children}
    </p>
  </div>
)
