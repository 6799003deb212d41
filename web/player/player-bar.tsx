import { Headphones, ListMusic, Pause, Play } from '#web/ui/icons.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { LikeButton } from '#web/items/like-button.tsx'
import { Link } from '#web/link.tsx'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { goAlong } from '#web/ui/move-wave.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { PlaceBeside } from './beside.tsx'
import { closePanels, openSheet, usePanels, useSheet } from './panels.ts'
import { PositionSlider } from './position-slider.tsx'
import { soundNow, toggleCurrent, usePlayer } from './player.ts'
import { queuePanel, turnQueue } from './queue-code.ts'
import { SimilarMark } from './similar-mark.tsx'
import { isPublic, type Sound } from './sound.ts'
import { Transport } from './transport.tsx'
import { useItemOf } from './use-item-of.ts'
import { usePosition } from './use-position.ts'
import { VolumeControl } from './volume-control.tsx'

const playerSheet = onDemand(() => import('./player-sheet.tsx'))
const openPlayer = () => playerSheet.use(() => openSheet('player'))

/** This file is loaded with the first sound. */
export default function PlayerBar() {
  const sound = usePlayer(soundNow)
  const sheet = useSheet()
  const { beside } = usePanels()
  useRootMark('player', sound !== undefined)
  useEffect(() => closePanels, []) // the next sound shows the bar alone
  if (!sound) return null
  return (
    <>
      <section
        id="player"
        tabIndex={-1}
        aria-label="Player"
        data-line={sound.style?.line}
        className="fixed inset-x-0 bottom-0 z-40 border-t border-rail bg-curb max-lg:bottom-15"
      >
        <Wide sound={sound} />
        <Narrow sound={sound} />
      </section>
      {sheet && <Loaded code={playerSheet} />}
      {beside && <Loaded code={queuePanel} />}
    </>
  )
}

function Wide({ sound }: { sound: Sound }) {
  const item = useItemOf(sound)
  const isOpen = usePanels((panels) => panels.beside)
  return (
    <div className="hidden h-19 grid-cols-[minmax(0,1fr)_auto_minmax(320px,1fr)_auto] items-center gap-3.5 px-4 lg:grid xl:gap-5 xl:px-6 min-[90rem]:grid-cols-[minmax(0,1fr)_auto_minmax(320px,1.6fr)_auto]">
      <div className="flex min-w-0 items-center gap-3">
        <SmallCover sound={sound} />
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <Title sound={sound} />
            {sound.similar && <SimilarMark />}
          </div>
          {item ? (
            <Artist item={item} withCode compact />
          ) : (
            <p className="flex items-center gap-2 text-[14px] leading-6 text-soft">
              <span className="truncate">{sound.artistName}</span>
              <PlaceBeside name="mark" />
            </p>
          )}
        </div>
        {item && <LikeButton item={item} size={18} className="flex-none text-[13px] text-soft max-xl:hidden" />}
      </div>
      <Transport sound={sound} />
      <PositionSlider key={`${sound.id} ${sound.previewUrl}`} sound={sound} />
      <div className="flex items-center gap-0.5 xl:gap-1.5">
        {sound.owned && (
          <span className="mr-2 inline-flex items-center gap-1.5 text-[13px] whitespace-nowrap text-soft">
            <Icon of={Headphones} size={16} />
            Your full file
          </span>
        )}
        <VolumeControl />
        <IconButton label="Queue" data-queue aria-expanded={isOpen} onClick={turnQueue}>
          <Icon of={ListMusic} size={20} />
        </IconButton>
        {isPublic(sound) && (
          // keeps its room, so that no key moves under a press when the item arrives
          <span className="ml-1.5 flex min-w-27 justify-end">
            {item?.available && (
              <BuyButton item={item} look="paper" size={36}>
                Buy{' '}
              </BuyButton>
            )}
          </span>
        )}
        <PlaceBeside name="actions" />
      </div>
    </div>
  )
}

/** The bar on a phone. A press on the title opens the full player. */
function Narrow({ sound }: { sound: Sound }) {
  const item = useItemOf(sound)
  const state = usePlayer((player) => player.state)
  const line = useRef<HTMLDivElement>(null)
  usePosition(true, sound.durationInSeconds, (moment) => line.current && goAlong(line.current, moment))
  return (
    <div className="lg:hidden">
      <div className="h-[3px] bg-rail">
        <div ref={line} className="h-full origin-left [transform:scaleX(0)] bg-(--l,var(--color-ink))" />
      </div>
      <div className="flex h-15 items-center gap-3 px-3">
        <button type="button" onClick={openPlayer} className="flex min-w-0 flex-1 items-center gap-3 text-left">
          <SmallCover sound={sound} />
          <span className="min-w-0">
            <span className="sr-only">Open the player: </span>
            <span className="flex items-center gap-2">
              <span className="truncate leading-6 font-bold">{sound.title}</span>
              {sound.similar && <SimilarMark />}
            </span>
            <span className="flex items-center gap-2 text-[14px] leading-6 text-soft">
              <span className="truncate">{sound.artistName}</span>
              <PlaceBeside name="mark" />
            </span>
          </span>
        </button>
        {item?.available && <BuyButton item={item} size={36} />}
        <PlaceBeside name="actions" />
        <IconButton
          label={`${state === 'paused' ? 'Play' : 'Pause'} ${sound.title}`}
          onClick={toggleCurrent}
          className="size-11"
        >
          <StateIcon state={state} />
        </IconButton>
      </div>
    </div>
  )
}

const StateIcon = ({ state }: { state: 'paused' | 'loading' | 'playing' }): ReactNode =>
  state === 'loading' ? (
    <Spinner size={22} />
  ) : (
    <Icon of={state === 'paused' ? Play : Pause} size={24} className="fill-current" />
  )

const SmallCover = ({ sound: { coverUrl } }: { sound: Sound }) =>
  coverUrl && <Cover src={coverFolder(coverUrl)} size={52} className="size-11 flex-none rounded-xs md:size-13" />

const Title = ({ sound: { kind, slug, title } }: { sound: Sound }) =>
  slug ? (
    <Link to={paths.item({ kind, slug })} className="truncate leading-6 font-bold hover:underline">
      {title}
    </Link>
  ) : (
    <p className="truncate leading-6 font-bold">{title}</p>
  )
