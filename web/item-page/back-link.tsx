import { ArrowLeft } from '#web/ui/icons.ts'
import type { MouseEvent } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import type { Kind } from '#contract/item.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { kinds } from '#web/items/kinds.ts'

/** Leads back to the page before. Visitors from elsewhere, or without script, get a list of the same kind. */
export function BackLink({ kind }: { kind?: Kind }) {
  const { index } = useLocation()
  function back(event: MouseEvent) {
    if (index === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link
      to={paths.browse(kind ? { type: kinds[kind].many } : {})}
      onClick={back}
      className="-ml-2 inline-flex h-11 items-center gap-2 rounded-sm px-2 text-[14px] font-semibold text-soft hover:text-ink"
    >
      <Icon of={ArrowLeft} size={17} />
      Back
    </Link>
  )
}
