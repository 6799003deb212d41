import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Item } from '#contract/item.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const load = () => import('./item-menu-open.tsx')
const OpenMenu = lazy(load)

/** The menu's code comes with the first wish for it. */
export function ItemMenu({ item, className }: { item: Item; className?: string }) {
  const [asked, setAsked] = useState(false)
  const dots = <Ellipsis size={18} aria-hidden />
  const label = `More about ${item.title}`
  const plain = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      onFocus={() => void load()}
      onClick={() => setAsked(true)}
      className={className}
    >
      {dots}
    </IconButton>
  )
  if (!asked) return plain
  return (
    <Suspense fallback={plain}>
      <OpenMenu
        item={item}
        trigger={
          <IconButton label={label} className={className}>
            {dots}
          </IconButton>
        }
      />
    </Suspense>
  )
}
