import type { Wave as WaveBytes } from '#contract/item.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Wave, type WaveProps } from '#web/ui/wave.tsx'
import { waveData } from './wave-data.ts'

type Props = Omit<WaveProps, 'full' | 'low' | 'className'> & { wave: WaveBytes; className: string }

/** Drawn in the browser: as paths in the document it would weigh many times its bytes. The box is there from the start. */
export function HydratedWave({ wave, className, ...props }: Props) {
  const hydrated = useHydrated()
  return hydrated ? (
    <Wave {...waveData(wave)} {...props} className={className} />
  ) : (
    <svg aria-hidden className={className} />
  )
}
