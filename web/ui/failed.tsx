import { useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

type Props = { children: string; again: () => unknown; className?: string }

/** Stands in the place of what could not be loaded. */
export function Failed({ children, again, className }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => void (current?.contains(document.activeElement) && focusPartAround(current))
  }, [])
  return (
    <div ref={box} className={cx('grid justify-items-start gap-4', className)}>
      <p role="alert" className="text-soft">
        {children}
      </p>
      <Button onClick={() => void again()}>Try again</Button>
    </div>
  )
}

/** The pressed button goes while the part loads, so the part itself takes the focus. */
function focusPartAround(place: HTMLElement) {
  const part = place.parentElement?.closest<HTMLElement>('section, [role=tabpanel], [role=dialog], main')
  if (!part) return
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus({ preventScroll: true })
}
