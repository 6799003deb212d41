import { Check } from './icons.ts'
import * as Radix from '@radix-ui/react-dropdown-menu'
import { useRef, type ComponentProps, type FocusEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type MenuProps = {
  /** One button; it gets the menu's aria attributes. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  /** True for a menu whose code was loaded by the press that should open it. */
  defaultOpen?: boolean
  children: ReactNode
}

export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  const unseen = useRef(defaultOpen)
  // Radix misses a key that was pressed before this code had loaded; the browser still reports focus by keyboard.
  const focusFirst = ({ currentTarget: menu }: FocusEvent<HTMLElement>) => {
    if (unseen.current && menu.matches(':focus-visible')) menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    unseen.current = false
  }
  return (
    // modal would lock scrolling by writing a <style>, which the content policy refuses
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          onFocus={focusFirst}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="slide-in z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-md bg-wall p-1.5 shadow-pop forced-colors:border"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const item =
  'flex min-h-10 max-md:min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-soft outline-none select-none data-disabled:cursor-default data-disabled:opacity-40 data-highlighted:bg-step data-highlighted:text-ink forced-colors:data-highlighted:outline-2 [&>svg]:flex-none'

export type MenuItemProps = ComponentProps<typeof Radix.Item> & { danger?: boolean }

/** For a link: `<MenuItem asChild><Link>…</Link></MenuItem>`. */
export function MenuItem({ danger = false, className, ...props }: MenuItemProps) {
  return <Radix.Item {...props} className={cx(item, danger && 'text-bad data-highlighted:text-bad', className)} />
}

export function MenuCheckItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...props} className={cx(item, className)}>
      <span className="size-4">
        <Radix.ItemIndicator>
          <Icon of={Check} size={16} />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-rail" />
}
