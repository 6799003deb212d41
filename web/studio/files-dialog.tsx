import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { kinds, ownRoute } from '#web/items/kinds.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { show } from '#web/ui/show.ts'
import { isInSteps } from './added-file.ts'
import { FilePart } from './file-part.tsx'
import { PreviewPart } from './preview-part.tsx'
import { ProposalState } from './proposal-state.tsx'

/** Often enough to see a change on its way through the steps. */
const LOOK_AGAIN = 2_000

export const openFiles = (item: OwnItem) => show(<ShownFiles item={item} />)

function ShownFiles({ item }: { item: OwnItem }) {
  const [open, setOpen] = useState(true)
  return <FilesDialog item={item} open={open} onOpenChange={setOpen} />
}

type Props = { item: OwnItem; open: boolean; onOpenChange: (open: boolean) => void }

/** Replaces the files of an own item, and adds those that were not sent with it. */
export function FilesDialog({ item, open, onOpenChange }: Props) {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, ownRoute(item.kind), { params: { id: item.id } }),
    enabled: open,
    refetchInterval: ({ state }) => (state.data && isInSteps(state.data) ? LOOK_AGAIN : false),
  })
  const isOnSale = data?.statusLabel === 'Published' || data?.statusLabel === 'Paused'
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Files" description={item.title}>
      {isError && <Failed again={refetch}>The files could not be loaded.</Failed>}
      <div className="grid gap-5">
        {data && <ProposalState item={data} />}
        {kinds[item.kind].files.map((part) => (
          <Fragment key={part}>
            <FilePart place={{ item, part }} detail={data} open={() => openFiles(item)} />
            {part === 'audio' && data && <PreviewPart item={data} />}
          </Fragment>
        ))}
      </div>
      <p className="mt-5 text-[14px] text-soft">
        {isOnSale
          ? 'New covers, audio, ZIPs and previews are reviewed first; what is on sale stays until then. Buyers keep the version that they bought.'
          : 'Buyers keep the version that they bought.'}
      </p>
    </Dialog>
  )
}
