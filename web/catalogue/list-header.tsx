import type { ReactNode } from 'react'

/** The name of a list, with a sentence if given. */
export const ListHeader = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="wrap pt-8 pb-5 md:pt-12 md:pb-7">
    <h1 className="disp text-[56px] md:text-[88px]">{title}</h1>
    {children}
  </div>
)
