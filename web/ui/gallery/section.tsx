import type { ReactNode } from 'react'
import { SectionHeading } from '#web/ui/section-heading.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-12 md:pt-16">
      <SectionHeading>{title}</SectionHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">{children}</div>
    </section>
  )
}

/** One piece with its states side by side. */
export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-[13px] text-dim">{name}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
