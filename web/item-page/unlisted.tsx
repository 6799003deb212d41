import { EyeOff } from '#web/ui/icons.ts'
import type { Track, UnlistedItem } from '#contract/item-detail.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, musicKey } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { SoundPlayButton } from '#web/player/item-play-button.tsx'
import type { Sound } from '#web/player/sound.ts'
import { useSession } from '#web/session/session.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { BackLink } from './back-link.tsx'
import { Information } from './information.tsx'

const words: Record<UnlistedItem['state'], string> = {
  processing: 'Processing',
  failed: 'Failed',
  draft: 'Draft',
  pending: 'In review',
  rejected: 'Rejected',
  paused: 'Paused',
  taken_down: 'Taken down',
}

export default function Unlisted({ item }: { item: UnlistedItem }) {
  const { title, artistName, ownerId, coverUrl, kind, state, reason, tracks, previewUrl } = item
  const isOwn = useSession((session) => session.auth?.userId) === ownerId
  const sounds = tracks.map((track) => soundOf(item, track))
  const whole = { ...item, slug: null }
  return (
    <div className="wrap pt-3" data-line={item.style?.line}>
      <BackLink kind={kind} />
      <p role="note" className="mt-2 flex items-start gap-2.5 rounded-sm bg-wall px-4 py-3">
        <Icon of={EyeOff} size={19} className="mt-0.5 flex-none text-warn" />
        <span className="wrap-anywhere">
          Only {isOwn ? 'you' : artistName} and our reviewers can see this page: {words[state]}.
          {reason && <span className="block text-soft">{reason}</span>}
        </span>
      </p>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-[220px_minmax(0,1fr)]">
        <div>
          <Cover src={coverUrl ? coverFolder(coverUrl) : ''} size={240} eager className="w-full max-w-60 rounded-sm" />
          <Information item={item} isPublished={false} className="mt-6" />
        </div>
        {/* title and sound come first on a phone */}
        <div className="min-w-0 max-md:order-first">
          <h1 className="disp text-[42px] wrap-break-word md:text-[64px]">{title}</h1>
          <p className="mt-3 text-[17px]">
            {kinds[kind].name} by{' '}
            <Link to={paths.profile(ownerId)} className="font-bold hover:underline">
              {artistName}
            </Link>
          </p>
          {previewUrl && (
            <p className="mt-6 flex items-center gap-4">
              <SoundPlayButton size={56} sound={{ ...whole, previewUrl }} list={[{ ...whole, previewUrl }]} />
              Preview
            </p>
          )}
          {tracks.length > 0 && (
            <section aria-label="Contents" className="mt-8">
              <SectionHeading className="mb-4">Contents</SectionHeading>
              <ol className="border-b border-rail/60">
                {tracks.map((track, index) => (
                  <li key={track.id} className="flex min-h-14 items-center gap-3.5 border-t border-rail/60 py-1.5">
                    {sounds[index] && <SoundPlayButton sound={sounds[index]} list={[sounds[index]]} />}
                    <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{track.title}</span>
                    <span className="num flex-none text-[13px] text-dim">
                      {[
                        track.bpm && `${track.bpm} BPM`,
                        track.key && musicKey(track.key),
                        duration(track.durationInSeconds),
                      ]
                        .filter(Boolean)
                        .join(' / ')}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

const soundOf = (item: UnlistedItem, { id, title, previewUrl, durationInSeconds }: Track): Sound | null =>
  previewUrl === null ? null : { ...item, slug: null, title, previewUrl, durationInSeconds, trackId: id }
