import { create } from 'zustand'
import { openLayer, stepBack, useLayers } from '#web/ui/layers.ts'
import { soundNow, usePlayer } from './player.ts'

/** The sheets of the player on a phone. The queue lies over the player. */
type Sheet = 'player' | 'queue'

const isSheet = (layer: string): layer is Sheet => layer === 'player' || layer === 'queue'

export const openSheet = (sheet: Sheet) => openLayer(sheet)

export const closeSheet = () => void stepBack(1)

export const useSheet = () => useLayers((layers) => layers.findLast(isSheet))

/** `beside` is the queue beside the page of a wide window. */
export const usePanels = create(() => ({ beside: false }))

export const setBeside = (beside: boolean) => usePanels.setState({ beside })

/** The bar has left the page. Without a sound its sheets have no content, and the next sound would open them again. */
export function closePanels() {
  setBeside(false)
  const sheets = useLayers.getState().filter(isSheet).length
  if (sheets > 0 && !soundNow(usePlayer.getState())) void stepBack(sheets)
}
