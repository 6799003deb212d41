import { X } from './icons.ts'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'

type Props = { label: string; count: number; onClear: () => void; children: ReactNode }

/** The number of chosen rows and the actions for all of them, which are the children. */
export const ChosenBar = ({ label, count, onClear, children }: Props) => (
  <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5 text-ink">
    <b role="status" className="mr-2.5 text-[14px] whitespace-nowrap">
      {count} selected
    </b>
    {children}
    <IconButton label="Select none" onClick={onClear} className="size-9">
      <Icon of={X} size={19} />
    </IconButton>
  </div>
)
