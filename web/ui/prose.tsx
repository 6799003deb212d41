import type { ReactNode } from 'react'

/** Running text in lines of readable length; a table inside may be wider. */
export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3.5 text-base text-soft *:min-w-0 [&_a]:font-semibold [&_a]:text-ink [&_a]:underline [&_strong]:text-ink [&_tbody_td:first-child]:text-ink [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-dim [&>:not(table)]:max-w-[68ch] [&>table]:my-2 [&>table]:text-[15px]">
    {children}
  </div>
)
