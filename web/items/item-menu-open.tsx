import { CircleSlash, Disc3, Flag, ListEnd, ListPlus, ListStart, Share2, ShoppingBag, User } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { call } from '#web/api/call.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { show } from '#web/ui/show.ts'
import { addItemToPlaylist } from './add-to-playlist.ts'
import { addItemToQueue } from './add-to-queue.ts'
import { buy } from './buy.tsx'
import { PinEntries } from './pin-entries.tsx'
import { report } from './report.tsx'
import type { Reported } from './report-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { TakeDownDialog } from './take-down-dialog.tsx'
import { kinds } from './kinds.ts'
import { useOffer } from './use-offer.ts'

export default function OpenItemMenu({ item, trigger }: { item: Item; trigger: ReactNode }) {
  const auth = useSession((session) => session.auth)
  const offer = useOffer(item)
  const { id, kind, title, artistName, ownerId } = item
  const takeDown = (reason: string) => call('POST /admin/items/:id/take-down', { params: { id }, body: { reason } })
  const reported: Reported = {
    title: `Report “${title}”`,
    things: [
      { place: 'items', id, label: `This ${kinds[kind].one}` },
      { place: 'users', id: ownerId, label: artistName },
    ],
  }
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => show(<ShareDialog item={item} />)}>
        <Icon of={Share2} size={18} />
        Share
      </MenuItem>
      <MenuItem asChild>
        <Link to={paths.item(item)}>
          <Icon of={Disc3} size={18} />
          Go to {kinds[item.kind].place}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to={paths.profile(item.ownerId)}>
          <Icon of={User} size={18} />
          Go to Artist Profile
        </Link>
      </MenuItem>
      {offer === 'forSale' && (
        <MenuItem onSelect={() => buy(item)}>
          <Icon of={ShoppingBag} size={18} />
          {kinds[item.kind].buying}
        </MenuItem>
      )}
      {offer === 'inCart' && (
        <MenuItem asChild>
          <Link to={paths.checkout()}>
            <Icon of={ShoppingBag} size={18} />
            View cart
          </Link>
        </MenuItem>
      )}
      <MenuItem onSelect={() => void addItemToQueue(item, 'next')}>
        <Icon of={ListStart} size={18} />
        Play next
      </MenuItem>
      <MenuItem onSelect={() => void addItemToQueue(item, 'last')}>
        <Icon of={ListEnd} size={18} />
        Add to queue
      </MenuItem>
      <MenuItem onSelect={() => void addItemToPlaylist(item)}>
        <Icon of={ListPlus} size={18} />
        Add to playlist
      </MenuItem>
      {offer === 'own' && <PinEntries item={item} />}
      {offer !== 'own' && (
        <MenuItem onSelect={() => report(reported, `a ${kinds[kind].one}`)}>
          <Icon of={Flag} size={18} />
          Report
        </MenuItem>
      )}
      {auth?.role === 'ROLE_ADMIN' && (
        <MenuItem danger onSelect={() => show(<TakeDownDialog item={item} send={takeDown} />)}>
          <Icon of={CircleSlash} size={18} />
          Take down
        </MenuItem>
      )}
    </Menu>
  )
}
