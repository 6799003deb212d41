import { Volume1, Volume2, VolumeX } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { setVolume, toggleMute } from './modes.ts'
import { usePlayer } from './player.ts'

export function VolumeControl() {
  const volume = usePlayer((player) => player.volume)
  return (
    <div className="flex items-center">
      <IconButton label={volume === 0 ? 'Unmute' : 'Mute'} onClick={toggleMute}>
        <Icon of={volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2} size={19} />
      </IconButton>
      <Slider
        aria-label="Volume"
        value={Math.round(volume * 100)}
        step={5}
        format={(value) => `${value} %`}
        onChange={(value) => setVolume(value / 100)}
        className="w-20"
      />
    </div>
  )
}
