import { ChevronLeft, ChevronRight } from './icons.ts'
import type { AriaAttributes, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { pagesToShow } from './pages-to-show.ts'

type LinkProps = Pick<AriaAttributes, 'aria-current' | 'aria-label'> & { className: string; children: ReactNode }

export type PagerProps = {
  label: string
  /** Zero-based. */
  page: number
  total: number
  className?: string
} & (
  | { onPage: (page: number) => void; link?: never }
  /** `link={(page, props) => <Link to={…} {...props} />}` */
  | { link: (page: number, props: LinkProps) => ReactNode; onPage?: never }
)

const step = 'grid size-10 place-items-center rounded-sm text-soft max-md:size-9'
const stop = cx(
  step,
  'num border border-transparent font-semibold duration-120 hover:bg-wall hover:text-ink aria-[current]:bg-ink aria-[current]:text-night',
  'forced-colors:aria-[current]:border-2 forced-colors:aria-[current]:border-[Highlight]',
)

export function Pager({ label, page, total, className, onPage, link }: PagerProps) {
  if (total < 2) return null
  const go = (to: number, props: Omit<LinkProps, 'className'>) =>
    link ? (
      link(to, { ...props, className: stop })
    ) : (
      <button type="button" {...props} className={stop} onClick={() => onPage(to)} />
    )
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap items-center gap-0.5 md:gap-1">
        <li>
          {page > 0 ? (
            go(page - 1, { 'aria-label': 'Previous page', children: <Icon of={ChevronLeft} size={20} /> })
          ) : (
            <span className={cx(step, 'opacity-30')}>
              <Icon of={ChevronLeft} size={20} />
            </span>
          )}
        </li>
        {pagesToShow(page, total).map((shown, place) => (
          // the keys are the seven places, so that focus stays on its place
          <li key={place}>
            {shown === 'gap' ? (
              <span className={step}>…</span>
            ) : (
              go(shown, {
                'aria-label': `Page ${shown + 1}`,
                'aria-current': shown === page ? 'page' : undefined,
                children: shown + 1,
              })
            )}
          </li>
        ))}
        <li>
          {page < total - 1 ? (
            go(page + 1, { 'aria-label': 'Next page', children: <Icon of={ChevronRight} size={20} /> })
          ) : (
            <span className={cx(step, 'opacity-30')}>
              <Icon of={ChevronRight} size={20} />
            </span>
          )}
        </li>
      </ul>
    </nav>
  )
}
