import { Volume1, Volume2, VolumeX } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { useKeyName } from './letter-keys.ts'
import { setVolume, toggleMute } from './modes.ts'
import { usePlayer } from './player.ts'

/** Where the bar has little room, the slider stands above the button while the mouse or the focus is there. */
export function VolumeControl() {
  const key = useKeyName()
  const volume = usePlayer((player) => player.volume)
  return (
    <div className="group/volume relative flex items-center">
      <IconButton label={volume === 0 ? 'Unmute' : 'Mute'} {...key('M')} data-tip="left" onClick={toggleMute}>
        <Icon of={volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2} size={19} />
      </IconButton>
      <Slider
        aria-label="Volume"
        value={Math.round(volume * 100)}
        step={5}
        format={(value) => `${value} %`}
        onChange={(value) => setVolume(value / 100)}
        className="w-20 max-xl:pointer-events-none max-xl:absolute max-xl:right-0 max-xl:bottom-full max-xl:box-content max-xl:rounded-sm max-xl:bg-wall max-xl:p-3 max-xl:opacity-0 max-xl:shadow-pop max-xl:group-hover/volume:pointer-events-auto max-xl:group-hover/volume:opacity-100 max-xl:group-has-focus-visible/volume:pointer-events-auto max-xl:group-has-focus-visible/volume:opacity-100"
      />
    </div>
  )
}
