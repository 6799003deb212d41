import { Repeat, Repeat1, Shuffle, SkipBack, SkipForward } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { useKeyName } from './letter-keys.ts'
import { nextRepeat, turnShuffle } from './modes.ts'
import { step, toggleCurrent, usePlayer } from './player.ts'
import type { Sound } from './sound.ts'

const repeats = { off: 'Repeat: off', all: 'Repeat: all', one: 'Repeat: one' }

/** Shuffle, previous, play, next, repeat. */
export function Transport({ sound, large = false }: { sound: Sound; large?: boolean }) {
  const state = usePlayer((player) => player.state)
  const { shuffle, repeat } = usePlayer((player) => player.queue)
  const key = useKeyName()
  const size = large && 'size-11'
  const mode = (on: boolean) =>
    cx(size, on && 'text-ink after:absolute after:bottom-1 after:size-1 after:rounded-full after:bg-ink relative')
  return (
    <div className={large ? 'flex flex-wrap items-center justify-between' : 'flex items-center gap-0.5 xl:gap-1.5'}>
      <IconButton label="Shuffle" {...key('S')} aria-pressed={shuffle} onClick={turnShuffle} className={mode(shuffle)}>
        <Icon of={Shuffle} size={18} />
      </IconButton>
      <IconButton label="Previous" {...key('P')} className={cx(size)} onClick={() => step(-1)}>
        <Icon of={SkipBack} size={19} className="stroke-[1.5] fill-current" />
      </IconButton>
      <PlayButton
        name={sound.title}
        state={state}
        size={large ? 64 : 44}
        aria-keyshortcuts="Space"
        onClick={toggleCurrent}
      />
      <IconButton label="Next" {...key('N')} className={cx(size)} onClick={() => step(1)}>
        <Icon of={SkipForward} size={19} className="stroke-[1.5] fill-current" />
      </IconButton>
      <IconButton label={repeats[repeat]} {...key('R')} onClick={nextRepeat} className={mode(repeat !== 'off')}>
        <Icon of={repeat === 'one' ? Repeat1 : Repeat} size={18} />
      </IconButton>
    </div>
  )
}
