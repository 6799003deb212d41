import { useDeferredValue } from 'react'
import type { Wave as WaveBytes } from '#contract/item.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Wave, type WaveProps } from '#web/ui/wave.tsx'
import { waveData } from './wave-data.ts'

type Props = Omit<WaveProps, 'full' | 'low' | 'className'> & { wave: WaveBytes; className: string }

/**
 * Draws the wave in the browser: its paths would make the document much larger. The box keeps the room from the start.
 * The waves of a long list are drawn in small steps.
 */
export function HydratedWave({ wave, className, ...props }: Props) {
  const hydrated = useDeferredValue(useHydrated())
  return hydrated ? (
    <Wave {...waveData(wave)} {...props} className={className} />
  ) : (
    <svg aria-hidden className={className} />
  )
}
