import { ExternalLink } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { Item } from '#contract/item.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Shared = Pick<Item, 'kind' | 'slug' | 'title' | 'artistName'>

/** Escapes a text for an attribute in other people's HTML. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function ShareDialog({ item }: { item: Shared }) {
  const [open, setOpen] = useState(true)
  const { origin } = location
  const url = origin + paths.item(item)
  const words = `${item.title} by ${item.artistName}`
  const embed = `<iframe src="${origin}${paths.embed(item)}" title="${escaped(words)}" width="100%" height="180" frameborder="0" allow="autoplay"></iframe>`
  const places = [
    { name: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}` },
    { name: 'X', to: `https://x.com/intent/post?${new URLSearchParams({ url, text: words })}` },
  ]
  return (
    <Dialog size="short" open={open} onOpenChange={setOpen} title="Share Track" description={words}>
      <div className="grid gap-5">
        <CopyField label="Marketplace URL" value={url} said="Marketplace URL copied!" />
        <CopyField label="Embed code" value={embed} said="Embed code copied!" />
        <div className="grid grid-cols-2 gap-2">
          {places.map(({ name, to }) => (
            <a key={name} href={to} target="_blank" rel="noopener noreferrer" className={buttonClass({ look: 'rail' })}>
              <span className="sr-only">Share on </span>
              {name}
              <Icon of={ExternalLink} size={16} />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
