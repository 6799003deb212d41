import { createContext, use, useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { onPlainClick, pressBySpace } from './press.tsx'
import { useHydrated } from './use-hydrated.ts'

const TAB =
  'grid h-11 flex-none place-items-center border-b-2 border-transparent px-3 font-semibold text-soft -outline-offset-2 duration-120 hover:text-ink aria-selected:border-ink aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]'

const Context = createContext<{ id: string; value: string } | null>(null)

export type TabsProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** The address that a tab leads to without script. */
  href?: (value: Value) => string
  tabs: readonly { value: Value; label: ReactNode }[]
  /** For tabs that take something away: arrow keys only move the focus, and Enter or Space chooses. */
  isPressed?: boolean
  /** The panels. */
  children?: ReactNode
  className?: string
}

/**
 * Written by hand: tabs stand on server-rendered pages, and Radix' tabs send style attributes.
 * Arrow keys, Home and End choose at once, unless the tabs must be pressed.
 */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  href,
  tabs,
  isPressed = false,
  children,
  className,
}: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  // the same while nothing changes: another one would make React hydrate all panels at once
  const chosen = useMemo(() => ({ id, value }), [id, value])
  const isAmongThem = tabs.some((tab) => tab.value === value) // else Tab reaches the first one
  useEffect(() => bringIntoView(list.current), [value])
  const choose = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = to === undefined ? undefined : tabs[to % tabs.length]
    if (event.key === ' ') return pressBySpace(event)
    if (to === undefined || !tab) return
    event.preventDefault()
    if (!isPressed) onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to % tabs.length]?.focus()
  }
  return (
    <Context value={chosen}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cx('shelf flex gap-1 border-b border-rail px-1', className)}
      >
        {tabs.map((tab, index) => {
          const props = {
            role: 'tab',
            id: `${id}-tab-${tab.value}`,
            'aria-controls': children ? `${id}-panel-${tab.value}` : undefined,
            'aria-selected': tab.value === value,
            // arrow keys work only with script: until then Tab reaches every tab
            tabIndex: (isAmongThem ? tab.value === value : index === 0) || (href && !hydrated) ? 0 : -1,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => choose(event, index),
            className: TAB,
          }
          return href ? (
            <a key={tab.value} {...props} href={href(tab.value)} onClick={onPlainClick(() => onChange(tab.value))}>
              {tab.label}
            </a>
          ) : (
            <button key={tab.value} {...props} type="button" onClick={() => onChange(tab.value)}>
              {tab.label}
            </button>
          )
        })}
      </div>
      {children}
    </Context>
  )
}

/** Scrolls the row sideways until its chosen tab is in the middle, or as near as the row's ends allow. */
export function bringIntoView(row: HTMLElement | null) {
  const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!row || !tab) return
  const { left, width } = tab.getBoundingClientRect()
  const frame = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
}

export type TabPanelProps = { value: string; className?: string; children: ReactNode }

/** Renders the chosen panel only. */
export function TabPanel({ value, className, children }: TabPanelProps) {
  const tabs = use(Context)
  if (tabs?.value !== value) return null
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel without controls must be reachable
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  )
}
