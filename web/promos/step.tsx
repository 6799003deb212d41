import type { ReactNode } from 'react'

type Props = { number: number; title: string; right?: ReactNode; children: ReactNode }

/** One of the three choices. */
export const Step = ({ number, title, right, children }: Props) => (
  <section aria-label={title}>
    <div className="mb-3.5 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
      <span aria-hidden className="disp num text-2xl text-dim">
        {number}
      </span>
      <h2 className="text-xl leading-tight font-bold">{title}</h2>
      {right && <span className="num ml-auto text-[14px] text-dim">{right}</span>}
    </div>
    {children}
  </section>
)
