import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & ButtonStyle & { loading?: boolean }

export function Button({ look, size, loading = false, className, children, onClick, ...props }: ButtonProps) {
  // Not `disabled` while loading: that would throw focus back to the top of the page.
  const ignore = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...props}
      {...(loading && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={loading ? ignore : onClick}
      className={buttonClass({ look, size }, className)}
    >
      {loading ? (
        <>
          <Spinner className="absolute" />
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
