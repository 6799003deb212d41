import { X } from './icons.ts'
import * as Radix from '@radix-ui/react-dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useNarrow } from './use-narrow.ts'
import { useRootMark } from './use-root-mark.ts'

export type ModalProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The footer stays in place while the body scrolls. */
  footer?: ReactNode
  /** Its opener gives it an entry in the history (`openLayer`). */
  hasEntry?: boolean
}

/**
 * The common part of dialog and sheet. The backdrop is a plain element: Radix' Overlay locks scrolling by writing a
 * <style>, which the content policy refuses. app.css locks scrolling instead.
 */
export function Modal({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  hasEntry = false,
  fillsPhone = false,
}: ModalProps & { className: string; fillsPhone?: boolean }) {
  const focusReturn = useFocusReturn(open)
  const isNarrow = useNarrow()
  useBackCloses(open && fillsPhone && isNarrow && !hasEntry, () => onOpenChange(false))
  useRootMark('dialog', open)
  useRootMark('full-dialog', open && fillsPhone)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-[oklch(0_0_0/.6)]" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          {...focusReturn}
          onOpenAutoFocus={focusContent}
          onKeyDown={goAround}
          onEscapeKeyDown={(event) => hasOpenSuggestions() && event.preventDefault()}
          // from the last control Tab goes on to the first one, which Radix doesn't scroll to; a press must not move its target
          onFocus={({ target }) => target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })}
          className={cx(
            'slide-in fixed z-50 flex flex-col bg-wall shadow-pop outline-none forced-colors:border',
            className,
          )}
        >
          <Radix.Title className="flex-none pt-5.5 pr-16 pl-4 text-xl leading-tight font-bold md:pt-6.5 md:pl-6">
            {title}
          </Radix.Title>
          {/* the padding leaves room for focus rings, which the scroller would cut off */}
          <div className="min-h-0 flex-1 scroll-py-4 overflow-y-auto px-4 pt-3 pb-5 md:px-6 md:pb-6">
            {description && <Radix.Description className="text-soft not-last:mb-5">{description}</Radix.Description>}
            {children}
          </div>
          {footer && (
            <div className="flex flex-none justify-end gap-2 border-t border-rail/60 p-4 max-md:*:flex-1 md:px-6">
              {footer}
            </div>
          )}
          {/* the close button comes last, so that Tab starts in the dialog's content */}
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-4 right-2 md:top-5 md:right-4">
              <Icon of={X} size={20} />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Escape closes an open suggestion list first, although the dialog hears the key before the field does. */
const hasOpenSuggestions = () => document.activeElement?.matches('[role=combobox][aria-expanded=true]') ?? false

const controlsIn = (dialog: Element) => [
  ...dialog.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]',
  ),
]

/**
 * A dialog that loads its content, or has only text, gets the focus itself: a screen reader reads its name, and Tab leads
 * to what comes first. Else the focus would begin on Close, after the content.
 */
function focusContent(event: Event) {
  const dialog = event.currentTarget as HTMLElement
  const nonLinks = controlsIn(dialog).filter(({ tagName }) => tagName !== 'A') // Radix passes links by
  if (nonLinks.length > 1) return
  event.preventDefault()
  dialog.focus()
}

/** From the dialog itself Shift+Tab would leave it, and Radix would bring it back. */
function goAround(event: KeyboardEvent) {
  if (event.key !== 'Tab' || !event.shiftKey || event.target !== event.currentTarget) return
  event.preventDefault()
  controlsIn(event.currentTarget).at(-1)?.focus()
}
