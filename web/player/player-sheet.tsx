import { ListMusic } from '#web/ui/icons.ts'
import { useState } from 'react'
import { Artist } from '#web/items/artist.tsx'
import { BuyButton } from '#web/items/buy-button.tsx'
import { coverFolder } from '#web/items/cover-folder.ts'
import { LikeButton } from '#web/items/like-button.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { PositionSlider } from './position-slider.tsx'
import { soundNow, usePlayer } from './player.ts'
import { openQueue } from './queue-panel.tsx'
import { Transport } from './transport.tsx'
import { useItemOf } from './use-item-of.ts'
import type { Sound } from './sound.ts'

/** The full player on a phone. */
function PlayerSheet() {
  const [open, setOpen] = useState(true)
  const sound = usePlayer(soundNow)
  return (
    <Dialog open={open && sound !== undefined} onOpenChange={setOpen} title="Now playing">
      {sound && <NowPlaying sound={sound} />}
    </Dialog>
  )
}

function NowPlaying({ sound }: { sound: Sound }) {
  const item = useItemOf(sound)
  const { coverUrl, kind, slug, title } = sound
  return (
    <div data-line={sound.style?.line} className="mx-auto grid max-w-110 gap-5">
      {coverUrl && (
        <Cover
          src={coverFolder(coverUrl)}
          size={358}
          sizes="90vw"
          className="max-h-[42dvh] w-full rounded-sm object-contain"
        />
      )}
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-[20px] leading-7 font-bold">
            {slug ? (
              <Link to={paths.item({ kind, slug })} className="hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          {item ? <Artist item={item} withCode /> : <p className="text-soft">{sound.artistName}</p>}
        </div>
        {item && <LikeButton item={item} size={22} className="flex-none text-soft" />}
      </div>
      <PositionSlider key={`${sound.id} ${sound.previewUrl}`} sound={sound} tall />
      <Transport sound={sound} large />
      <div className="flex gap-2 *:flex-1">
        <Button look="rail" onClick={openQueue}>
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
  )
}

export const openPlayerSheet = () => show(<PlayerSheet />)
