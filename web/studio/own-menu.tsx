import {
  ChartColumn,
  ChartPie,
  CirclePause,
  CirclePlay,
  Ellipsis,
  ExternalLink,
  Files,
  Megaphone,
  Pencil,
  Share2,
  SquareCheck,
  Trash,
} from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { OwnItem } from '#contract/studio-fields.ts'
import { kinds } from '#web/items/kinds.ts'
import { ShareDialog } from '#web/items/share-dialog.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { toPromote } from '#web/promotions/items-in-address.ts'
import { ask } from '#web/ui/ask.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { show } from '#web/ui/show.ts'
import { useOwnItem } from './own-actions.ts'
import { takesFiles } from './added-file.ts'
import { EditDialog } from './edit-dialog.tsx'
import { openFiles } from './files-dialog.tsx'
import { ItemChart } from './item-chart.tsx'
import { openSplit } from './split-dialog.tsx'

export const openEdit = (item: OwnItem) => show(<EditDialog item={item} />)

/** Sellers of kits keep the dashboard open. */
export const opensIn = ({ kind }: OwnItem) => (kind === 'KIT' ? { target: '_blank' } : {})

const question = (item: OwnItem) => ({
  title: `Delete ${kinds[item.kind].one}?`,
  text: [
    item.sales > 0
      ? `“${item.title}” leaves the shop for good. Buyers keep their files and licenses.`
      : `“${item.title}” and its files are removed for good.`,
    item.promotion && 'Its promotion ends, and nothing is returned.',
  ]
    .filter(Boolean)
    .join(' '),
  action: 'Delete',
  danger: true,
})

type Props = { item: OwnItem; onSelect?: () => void }

/** Everything that can be done to one own item. On a phone (with `onSelect`) it also has the buttons of a wide row. */
export function OwnMenu({ item, onSelect }: Props) {
  const { remove, pause, resume } = useOwnItem(item)
  const hasPage = item.publicUrl !== null
  const askAndRemove = async () => {
    if (await ask(question(item))) await remove.run(undefined)
  }
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${item.title}`}>
          <Icon of={Ellipsis} size={19} />
        </IconButton>
      }
    >
      {onSelect && (
        <>
          <MenuItem asChild>
            <Link to={paths.item(item)} {...opensIn(item)}>
              <Entry icon={ExternalLink}>Open</Entry>
            </Link>
          </MenuItem>
          {item.statusLabel !== 'Sold' && (
            <MenuItem onSelect={() => openEdit(item)}>
              <Entry icon={Pencil}>Edit</Entry>
            </MenuItem>
          )}
          <MenuItem onSelect={onSelect}>
            <Entry icon={SquareCheck}>Select</Entry>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {takesFiles(item) && (
        <MenuItem onSelect={() => openFiles(item)}>
          <Entry icon={Files}>Files</Entry>
        </MenuItem>
      )}
      <MenuItem onSelect={() => show(<ItemChart item={item} />)}>
        <Entry icon={ChartColumn}>Figures by day</Entry>
      </MenuItem>
      <MenuItem onSelect={() => openSplit(item)}>
        <Entry icon={ChartPie}>Split earnings</Entry>
      </MenuItem>
      {hasPage && (
        <MenuItem onSelect={() => show(<ShareDialog item={item} />)}>
          <Entry icon={Share2}>Share</Entry>
        </MenuItem>
      )}
      {item.statusLabel === 'Published' && (
        <MenuItem asChild>
          <Link to={item.promotion ? paths.promos({ tab: 'yours' }) : toPromote([item])}>
            <Entry icon={Megaphone}>{item.promotion ? 'See its promotion' : 'Promote'}</Entry>
          </Link>
        </MenuItem>
      )}
      {item.statusLabel === 'Published' && (
        <MenuItem onSelect={() => void pause.run(undefined)}>
          <Entry icon={CirclePause}>Take off sale</Entry>
        </MenuItem>
      )}
      {item.statusLabel === 'Paused' && (
        <MenuItem onSelect={() => void resume.run(undefined)}>
          <Entry icon={CirclePlay}>Put back on sale</Entry>
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => void askAndRemove()}>
        <Entry icon={Trash}>Delete</Entry>
      </MenuItem>
    </Menu>
  )
}

const Entry = ({ icon, children }: { icon: typeof Share2; children: ReactNode }) => (
  <>
    <Icon of={icon} size={18} />
    {children}
  </>
)
