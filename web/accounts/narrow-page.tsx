import { useEffect, useRef, type ReactNode } from 'react'

type NarrowPageProps = {
  title: string
  /** True for the page after a press here. Its heading gets the focus, since the pressed button is gone. */
  answers?: boolean
  children: ReactNode
}

/** A page with one thing to do. */
export function NarrowPage({ title, answers = false, children }: NarrowPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (answers) heading.current?.focus()
  }, [answers])
  return (
    <div className="wrap grid max-w-[584px] gap-7 pt-12 md:pt-16">
      <h1 ref={heading} tabIndex={-1} className="disp text-[44px] md:text-[64px]">
        {title}
      </h1>
      {children}
    </div>
  )
}
