import { CircleSlash, Ellipsis, ExternalLink, Star, StarOff, Undo2 } from '#web/ui/icons.ts'
import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { TakeDownDialog } from '#web/items/take-down-dialog.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { show } from '#web/ui/show.ts'

const refresh = ['GET /admin/submissions', 'GET /admin/overview/waiting', 'GET /admin/actions'] as const

/** An admin can do this with an item after its review. */
export function RowMenu({ row }: { row: Submission }) {
  const { id, title, state, featured } = row
  const params = { id }
  const putBack = useAction({
    send: () => call('POST /admin/items/:id/put-back', { params }),
    success: `“${title}” is back.`,
    failure: 'Couldn’t put it back.',
    refresh,
  })
  const feature = useAction({
    send: () =>
      featured
        ? call('DELETE /admin/items/:id/feature', { params })
        : call('POST /admin/items/:id/feature', { params }),
    success: featured ? `“${title}” is no longer featured.` : `“${title}” is featured.`,
    failure: 'Couldn’t change that.',
    refresh,
  })
  const takeDown = (reason: string) => call('POST /admin/items/:id/take-down', { params, body: { reason } })
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${title}`}>
          <Icon of={Ellipsis} size={19} />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <Link to={paths.item(row)}>
          <Icon of={ExternalLink} size={18} />
          Open its page
        </Link>
      </MenuItem>
      {(state === 'published' || featured) && (
        <MenuItem onSelect={() => void feature.run(undefined)}>
          <Icon of={featured ? StarOff : Star} size={18} />
          {featured ? 'End featuring' : 'Feature'}
        </MenuItem>
      )}
      {state === 'taken_down' ? (
        <MenuItem onSelect={() => void putBack.run(undefined)}>
          <Icon of={Undo2} size={18} />
          Put back
        </MenuItem>
      ) : (
        <MenuItem danger onSelect={() => show(<TakeDownDialog item={row} send={takeDown} refresh={refresh} />)}>
          <Icon of={CircleSlash} size={18} />
          Take down
        </MenuItem>
      )}
    </Menu>
  )
}
