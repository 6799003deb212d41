import type { ReactNode } from 'react'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ListState } from './list-state.ts'
import type { List } from './use-list-state.ts'

type Option = { name: ReactNode; pressed: boolean; changed: Partial<ListState>; line?: string }

type Props = Pick<List, 'change' | 'address'> & { label: string; options: readonly Option[]; wrap?: boolean }

/** A row of chips. On a phone it scrolls sideways, except in a panel, where it wraps. */
export function OptionChips({ label, options, wrap = false, change, address }: Props) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cx('flex gap-2 p-0.5', wrap ? '-m-0.5 flex-wrap' : 'shelf -mx-4 px-4 md:-m-0.5 md:flex-wrap md:p-0.5')}
    >
      {options.map(({ name, pressed, changed, line }, index) => (
        <Chip
          key={index}
          pressed={pressed}
          href={address?.(changed)}
          onPress={() => change(changed)}
          data-line={line}
          className="max-md:h-11"
        >
          {line && !pressed && <span aria-hidden className="size-2.5 rounded-full bg-(--l)" />}
          {name}
        </Chip>
      ))}
    </div>
  )
}
