import { LoaderCircle, Pause, Play, SkipForward } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { Wave as Peaks } from '#contract/item.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, price } from '#web/items/format.ts'
import { waveData } from '#web/items/wave-data.ts'
import { paths } from '#web/paths.ts'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { Wave } from '#web/ui/wave.tsx'
import { kinds } from '#web/items/kinds.ts'
import type { EmbedSound } from './embed-data.ts'

type Props = { item: ItemDetail; wave: Peaks | null; sounds: EmbedSound[]; line: string | undefined }

/** The whole content of the frame; `entry-embed.ts` finds its parts by their `data-` names. */
export function EmbedPage({ item, wave, sounds, line }: Props) {
  const [first] = sounds
  return (
    <main
      data-line={line}
      data-state="paused"
      data-plain={first && (first.track || !wave) ? '' : undefined}
      className={first ? 'player' : 'player silent'}
    >
      {item.coverUrl && (
        <div className="cover">
          <div className={kinds[item.kind].silhouette}>
            <Cover src={coverFolder(item.coverUrl)} size={148} sizes="(min-width: 560px) 148px, 48px" />
          </div>
        </div>
      )}
      <Head item={item} />
      {first && <Buttons title={first.title} several={sounds.length > 1} />}
      <Sound item={item} wave={wave} first={first} />
      <div className="foot num">
        {first ? (
          <p className="truncate">
            <span data-elapsed>0:00</span> / <span data-total>{duration(first.seconds) || '–'}</span>
            <span data-track />
          </p>
        ) : (
          <p>{item.available ? 'There is nothing to hear of it yet.' : 'Sold exclusively. Not available anymore.'}</p>
        )}
        <p role="status" data-status className="truncate" />
        <House />
      </div>
      {item.available && (
        <Away to={paths.item(item)} className="buy num">
          <span className="buy-word">Buy </span>
          <span className="sr-only">{item.title}, </span>
          {item.price > 0 ? price(item.price) : 'Free'}
        </Away>
      )}
    </main>
  )
}

/** Shown for an unknown item. */
export const EmbedMissing = () => (
  <main className="missing">
    <h1>We couldn’t load that track.</h1>
    <p>It may have been taken off the store, or its address is not complete.</p>
    <House />
  </main>
)

const Head = ({ item }: { item: ItemDetail }) => (
  <div className="head">
    <h1 className="disp truncate">
      <Away to={paths.item(item)}>{item.title}</Away>
    </h1>
    <p className="num artist">
      {item.style && (
        <LineCode line={item.style.line} className="code">
          {item.style.code}
        </LineCode>
      )}
      <span className="truncate">{item.artistName}</span>
    </p>
  </div>
)

const Buttons = ({ title, several }: { title: string; several: boolean }) => (
  <div className="buttons">
    <button type="button" data-play aria-label={`Play ${title}`} className="play">
      <Icon of={Play} size={20} className="filled when-paused" />
      <Icon of={Pause} size={20} className="filled when-playing" />
      <Icon of={LoaderCircle} size={20} className="when-loading" />
    </button>
    {several && (
      <button type="button" data-next aria-label="Next track" className="next">
        <Icon of={SkipForward} size={18} className="filled" />
      </button>
    )}
  </div>
)

/** The played part: on the wave, or on a plain line for a track without one. */
const Sound = ({ item, wave, first }: Pick<Props, 'item' | 'wave'> & { first: EmbedSound | undefined }) => (
  <div className="sound">
    {wave && (
      <div className="waves">
        {item.kind === 'BEAT' && item.bpm && item.durationInSeconds && (
          <BarRuler bpm={item.bpm} duration={item.durationInSeconds} className="ruler" />
        )}
        <Wave {...waveData(wave)} reflected runs={Boolean(first)} className="wave" />
      </div>
    )}
    {first && (
      <>
        <div className="line">
          <div data-line-played className="line-played" />
        </div>
        <input
          type="range"
          data-slider
          min={0}
          max={1000}
          defaultValue={0}
          aria-label={`Position in ${first.title}`}
          aria-valuetext="0 seconds"
        />
      </>
    )}
  </div>
)

const House = () => (
  <Away to={paths.home()} className="house">
    <svg width="22" height="19" viewBox="0 0 30 26" aria-hidden="true">
      <path d="M1 6h10c5 0 4 14 9 14h9" fill="none" stroke="currentColor" strokeWidth="7" />
    </svg>
    <span className="disp">Slide</span>
  </Away>
)

/** Opens in a new window: the page around the frame stays. */
const Away = ({ to, className, children }: { to: string; className?: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener" className={className}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
