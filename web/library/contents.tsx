import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LibraryPurchase, PurchasedTrack } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { exactly, musicKey } from '#web/items/format.ts'
import { kinds, tracksRoute } from '#web/items/kinds.ts'
import { soundLength } from '#web/items/sound-length.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { toggle } from '#web/player/player.ts'
import type { Sound } from '#web/player/sound.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Download, Pause, Play } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { trackSounds } from './owned-sounds.ts'
import { save } from './save.ts'

type Packed = LibraryPurchase & { kind: 'PACK' | 'KIT' }

export const isPacked = (purchase: LibraryPurchase): purchase is Packed => purchase.kind !== 'BEAT'

/** The files in a bought pack or kit, a hundred at a time. */
export function useTracks(purchase: LibraryPurchase) {
  const { purchaseId: id } = purchase
  const found = useInfiniteQuery({
    queryKey: ['purchased tracks', id],
    queryFn: ({ pageParam: page }) =>
      call(tracksRoute(isPacked(purchase) ? purchase.kind : 'PACK'), { params: { id }, query: { page } }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
    enabled: isPacked(purchase) && purchase.state !== 'refunded',
  })
  return { ...found, tracks: found.data?.pages.flatMap(({ items }) => items), total: found.data?.pages[0]?.totalItems }
}
export type Tracks = ReturnType<typeof useTracks>

type Props = { purchase: LibraryPurchase; found: Pick<Tracks, 'tracks' | 'total'> & Asked }
type Asked = Pick<
  UseInfiniteQueryResult,
  'isError' | 'isPending' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

export function Contents({ purchase, found }: Props) {
  const { tracks, total, isError, isPending, refetch } = found
  const name = kinds[purchase.kind].one
  if (isPending && !isError)
    return (
      <p role="status" className="mt-5 flex items-center gap-2 text-soft">
        <Spinner size={16} />
        Loading contents…
      </p>
    )
  if (!tracks) return <Failed again={refetch} className="mt-5">{`Couldn't load ${name} contents.`}</Failed>
  if (tracks.length === 0) return <p className="mt-5 text-soft">No items.</p>
  const sounds = trackSounds(purchase, tracks)
  return (
    <>
      <ol aria-label="Contents" className="mt-5 border-b border-rail/60">
        {tracks.map((track) => (
          <TrackRow
            key={track.key}
            purchaseId={purchase.purchaseId}
            track={track}
            sounds={sounds}
            sound={sounds.find(({ owned }) => owned?.key === track.key)}
          />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          look="ghost"
          size={36}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          className="mt-2"
        >
          Show more of {exactly(total ?? 0)}
        </Button>
      )}
    </>
  )
}

type RowProps = { purchaseId: number; track: PurchasedTrack; sounds: Sound[]; sound: Sound | undefined }

function TrackRow({ purchaseId, track, sounds, sound }: RowProps) {
  const { key, name, folder, bpm, musicKey: inKey, duration: seconds } = track
  const state = useStateOf(sound ?? null)
  const facts = [bpm && `${bpm} BPM`, inKey && musicKey(inKey)].filter(Boolean).join(' / ')
  const isNow = state !== 'paused'
  return (
    <li className="flex items-center gap-3 border-t border-rail/60 py-1.5 text-[15px]">
      {sound && (
        <IconButton
          label={`${isNow ? 'Pause' : 'Play'} ${name}`}
          aria-busy={state === 'loading' || undefined}
          onClick={() => toggle(sounds, sound)}
          className="size-9 rounded-full bg-step text-ink max-md:size-11"
        >
          {state === 'loading' ? (
            <Spinner size={15} />
          ) : (
            <Icon of={isNow ? Pause : Play} size={15} className="fill-current" />
          )}
        </IconButton>
      )}
      <span className="min-w-0 flex-1">
        <span className={`block truncate font-semibold ${isNow ? 'text-(--l,var(--color-ink))' : ''}`}>{name}</span>
        <span className="block truncate text-[13.5px] text-soft">{facts || folder}</span>
      </span>
      <span className="num text-[14px] text-dim">{soundLength(seconds)}</span>
      <IconButton
        label={`Download ${name}`}
        onClick={() => void save(purchaseId, { key })}
        className="-mr-2 size-9 max-md:size-11"
      >
        <Icon of={Download} size={17} />
      </IconButton>
    </li>
  )
}
