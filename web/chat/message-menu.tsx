import { useState, type KeyboardEvent } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { report } from '#web/items/report.tsx'
import { ask } from '#web/ui/ask.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Ellipsis, Flag, Trash } from '#web/ui/icons.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

const MENUS = '[data-message-menu]'

type Props = {
  message: ChatMessage
  isOwn: boolean
  /** The tab key stops at the newest message only; from there arrows lead to the others. */
  isNewest: boolean
}

/** Writers delete their messages, readers report them. The menu is made with the first press: a page has many messages. */
export function MessageMenu({ message: { id, content }, isOwn, isNewest }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const remove = useAction({
    send: () => call('DELETE /chat/messages/:id', { params: { id } }),
    failure: 'Couldn’t delete the message.',
  })
  async function askAndRemove() {
    const text = 'It goes for both of you.'
    if (await ask({ title: 'Delete message?', text, action: 'Delete', danger: true })) await remove.run(undefined)
  }
  const reportIt = () =>
    report(
      { title: 'Report message', quote: content, things: [{ place: 'messages', id, label: 'message' }] },
      'a message',
    )
  const button = (
    <IconButton
      label={`More about the message ${content.slice(0, 40)}`}
      data-message-menu
      tabIndex={isNewest ? 0 : -1}
      onClick={() => setIsAsked(true)}
      className={cx(
        'absolute top-0 size-9 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60',
        isOwn ? '-left-10' : '-right-10',
      )}
    >
      <Icon of={Ellipsis} size={18} />
    </IconButton>
  )
  if (!isAsked) return button
  return (
    <Menu trigger={button} defaultOpen>
      {isOwn ? (
        <MenuItem danger onSelect={() => void askAndRemove()}>
          <Icon of={Trash} size={18} />
          Delete
        </MenuItem>
      ) : (
        <MenuItem onSelect={reportIt}>
          <Icon of={Flag} size={18} />
          Report
        </MenuItem>
      )}
    </Menu>
  )
}

/** Arrows lead from the menu of one message to that of the next. */
export function moveAmongMenus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const { target, currentTarget } = event
  if (!step || event.defaultPrevented || !(target instanceof HTMLElement) || !target.matches(MENUS)) return
  event.preventDefault()
  const menus = [...currentTarget.querySelectorAll<HTMLElement>(MENUS)]
  menus[menus.indexOf(target) + step]?.focus()
}
