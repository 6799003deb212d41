import { useRef } from 'react'
import type { Item, Wave } from '#contract/item.ts'
import { useIsCurrent } from '#web/player/item-play-button.tsx'
import { usePosition } from '#web/player/use-position.ts'
import { goAlong } from '#web/ui/move-wave.ts'
import { HydratedWave } from './hydrated-wave.tsx'

/** Shows the position while the item plays. */
export function ItemWave({ item, wave, className }: { item: Item; wave: Wave; className: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const current = useIsCurrent(item)
  usePosition(current, item.durationInSeconds, (moment) => ref.current && goAlong(ref.current, moment))
  return <HydratedWave ref={ref} wave={wave} bars={40} runs={current} className={className} />
}
