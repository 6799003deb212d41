import type { ChatThread } from '#contract/chat.ts'
import { report } from '#web/items/report.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { ask } from '#web/ui/ask.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Ban, Ellipsis, Flag, User } from '#web/ui/icons.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useBlock, useUnblock } from './use-block.ts'

/** What else one can do with the partner. */
export function ConversationMenu({ thread }: { thread: ChatThread }) {
  const { partnerId: id, partnerName: name, blocked } = thread
  const block = useBlock(id)
  const unblock = useUnblock(id)
  async function askAndBlock() {
    const question = { title: `Block ${name}?`, action: 'Block', danger: true }
    if (await ask({ ...question, text: 'Neither of you can write to the other. Nobody is told.' }))
      await block.run(undefined)
  }
  const trigger = (
    <IconButton label="More about this conversation" className="max-md:size-11">
      <Icon of={Ellipsis} size={20} />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild className="md:hidden">
        <Link to={paths.profile(id)}>
          <Icon of={User} size={18} />
          Show profile
        </Link>
      </MenuItem>
      <MenuItem onSelect={() => void (blocked ? unblock.run(undefined) : askAndBlock())}>
        <Icon of={Ban} size={18} />
        {blocked ? 'Unblock' : 'Block'}
      </MenuItem>
      <MenuItem
        onSelect={() => report({ title: `Report ${name}`, things: [{ place: 'users', id, label: name }] }, 'somebody')}
      >
        <Icon of={Flag} size={18} />
        Report
      </MenuItem>
    </Menu>
  )
}
