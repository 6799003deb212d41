import { ListMusic } from '#web/ui/icons.ts'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { LikeButton } from '#web/items/like-button.tsx'
import { Link } from '#web/link.tsx'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { closeSheet, useSheet } from './panels.ts'
import { PositionSlider } from './position-slider.tsx'
import { soundNow, usePlayer } from './player.ts'
import { openQueueSheet, queuePanel } from './queue-code.ts'
import { SimilarMark } from './similar-mark.tsx'
import { Transport } from './transport.tsx'
import { useItemOf } from './use-item-of.ts'
import type { Sound } from './sound.ts'

/** The full player on a phone. On a phone that lies on its side, the cover stands beside the rest. */
export default function PlayerSheet() {
  const sound = usePlayer(soundNow)
  const hasQueue = useSheet() === 'queue'
  return (
    <Modal
      open={sound !== undefined}
      onOpenChange={closeSheet}
      title="Now playing"
      className="inset-0 md:tall:inset-auto md:tall:top-1/2 md:tall:left-1/2 md:tall:max-h-[85dvh] md:tall:w-[min(520px,calc(100%-64px))] md:tall:-translate-1/2 md:tall:rounded-lg"
    >
      {sound && <NowPlaying sound={sound} />}
      {/* inside, so that it opens later: dialogs that open at once hide each other from screen readers */}
      {hasQueue && <Loaded code={queuePanel} inSheet />}
    </Modal>
  )
}

function NowPlaying({ sound }: { sound: Sound }) {
  const item = useItemOf(sound)
  const { coverUrl, kind, slug, title } = sound
  return (
    <div
      data-line={sound.style?.line}
      className="mx-auto grid max-w-110 gap-5 short:max-w-200 short:grid-cols-[auto_minmax(0,1fr)] short:items-start short:gap-6"
    >
      {coverUrl && (
        <Cover
          src={coverFolder(coverUrl)}
          size={358}
          sizes="90vw"
          className="max-h-[42dvh] w-full rounded-sm object-contain short:size-[min(calc(100dvh-88px),36vw)] short:max-h-none"
        />
      )}
      <div className="grid min-w-0 gap-5 short:gap-3">
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 text-[20px] leading-7 font-bold">
              {slug ? (
                <Link to={paths.item({ kind, slug })} className="truncate hover:underline">
                  {title}
                </Link>
              ) : (
                <span className="truncate">{title}</span>
              )}
              {sound.similar && <SimilarMark />}
            </p>
            {item ? <Artist item={item} withCode /> : <p className="text-soft">{sound.artistName}</p>}
          </div>
          {item && <LikeButton item={item} size={22} className="flex-none text-soft" />}
        </div>
        <PositionSlider key={`${sound.id} ${sound.previewUrl}`} sound={sound} tall />
        <Transport sound={sound} large />
        <div className="flex gap-2 *:flex-1">
          <Button look="rail" onClick={openQueueSheet}>
            <Icon of={ListMusic} size={19} />
            Queue
          </Button>
          {item?.available && (
            <BuyButton item={item} look="paper">
              Buy{' '}
            </BuyButton>
          )}
        </div>
      </div>
    </div>
  )
}
