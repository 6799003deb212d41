import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from '#web/ui/icons.ts'
import type { ItemDetail, Track } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { exactly, musicKey } from '#web/items/format.ts'
import { soundLength } from '#web/items/sound-length.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { SoundPlayButton } from '#web/player/item-play-button.tsx'
import { soundNow, usePlayer } from '#web/player/player.ts'
import { isSame, type Sound } from '#web/player/sound.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { groupBy } from '#web/ui/group-by.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { contentsQuery } from './queries.ts'
import { trackSound } from './track-sound.ts'
import { useFocusFirstNew } from './use-focus-first-new.ts'

/** The contents of a pack or kit: tracks that can be heard, files by their folders. */
export function Contents({ item }: { item: ItemDetail }) {
  const { data, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    contentsQuery(call, item),
  )
  const tracks = data.pages.flatMap(({ items }) => items)
  const { list, focusFirstNew } = useFocusFirstNew<HTMLElement>(tracks.length)
  if (tracks.length === 0) return null
  const { samples, loops, presets, filesCount } = data.pages[0]!
  const counts = [
    ['Samples', samples],
    ['Loops', loops],
    ['Presets', presets],
    ['Files', filesCount],
  ] as const
  return (
    <section ref={list} aria-label="Contents">
      <SectionHeading className="mb-4" count={exactly(filesCount)}>
        Contents
      </SectionHeading>
      {item.kind === 'KIT' ? (
        <>
          <dl className="num mb-4 flex flex-wrap gap-x-10 gap-y-3">
            {counts
              .filter(([, n]) => n > 0)
              .map(([name, n]) => (
                <div key={name} className="flex flex-col-reverse">
                  <dt className="text-[13px] text-dim">{name}</dt>
                  <dd className="disp text-[28px]">{exactly(n)}</dd>
                </div>
              ))}
          </dl>
          <Folders item={item} tracks={tracks} more={hasNextPage} />
        </>
      ) : (
        <TrackList item={item} tracks={tracks} />
      )}
      {isFetchNextPageError && (
        <p role="alert" className="mt-5">
          Couldn’t load more.
        </p>
      )}
      {hasNextPage && (
        <Button
          size={36}
          className="mt-5"
          loading={isFetchingNextPage}
          onClick={() => {
            focusFirstNew()
            void fetchNextPage()
          }}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

/**
 * Folders in the order of the archive, without its top folder. While more files can be loaded, the last folder may be
 * incomplete.
 */
function Folders({ item, tracks, more }: { item: ItemDetail; tracks: Track[]; more: boolean }) {
  const folders = groupBy(tracks, ({ folder }) => folder)
  return [...folders].map(([folder, inside], index) => (
    <details key={folder} open={index === 0} className="group border-t border-rail/60 last:border-b">
      <summary className="flex h-13 cursor-pointer list-none items-center gap-3 font-bold">
        <Icon of={ChevronDown} size={18} className="-rotate-90 text-soft group-open:rotate-0" />
        {folder.split('/').at(-1) || item.title}
        <span className="num ml-auto text-[13px] font-medium text-dim">
          {exactly(inside.length)}
          {more && index === folders.size - 1 ? '+ files' : inside.length === 1 ? ' file' : ' files'}
        </span>
      </summary>
      <TrackList item={item} tracks={inside} />
    </details>
  ))
}

function TrackList({ item, tracks }: { item: ItemDetail; tracks: Track[] }) {
  const sounds = tracks.map((track) => trackSound(item, track))
  const list = sounds.filter((sound) => sound !== null)
  return (
    <ol className="border-b border-rail/60">
      {tracks.map((track, index) => (
        <TrackRow key={track.id} track={track} sound={sounds[index]!} list={list} />
      ))}
    </ol>
  )
}

function TrackRow({ track, sound, list }: { track: Track; sound: Sound | null; list: Sound[] }) {
  const isCurrent = usePlayer((player) => sound !== null && isSame(soundNow(player), sound))
  return (
    <li
      tabIndex={-1}
      className={cx(
        'flex min-h-11 items-center gap-3.5 border-t border-rail/60 py-1.5 outline-offset-2 has-[button]:min-h-16',
        isCurrent && 'bg-curb forced-colors:outline',
      )}
    >
      {sound && <SoundPlayButton sound={sound} list={list} />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className={cx('font-semibold', isCurrent && 'text-(--l)')}>{track.title}</span>
        {track.beat && (
          <Link
            to={paths.item({ kind: 'BEAT', slug: track.beat.slug })}
            className="text-[13px] text-soft underline hover:text-ink max-md:block max-md:leading-8 md:ml-3"
          >
            Also sold alone<span className="sr-only"> as {track.title}</span>
          </Link>
        )}
      </span>
      <span className="num flex-none text-[13px] text-dim">
        {[track.bpm && `${track.bpm} BPM`, track.key && musicKey(track.key), soundLength(track.durationInSeconds)]
          .filter(Boolean)
          .join(' / ')}
      </span>
    </li>
  )
}
