import { create } from 'zustand'
import { openLayer, useLayers } from '#web/ui/layers.ts'

/** The sheets of the player on a phone. The queue lies over the player. */
type Sheet = 'player' | 'queue'

const isSheet = (layer: string): layer is Sheet => layer === 'player' || layer === 'queue'

export const openSheet = (sheet: Sheet) => openLayer(sheet)

export const useSheet = () => useLayers((layers) => layers.findLast(isSheet))

/** `beside` is the queue beside the page of a wide window. */
export const usePanels = create(() => ({ beside: false }))

export const setBeside = (beside: boolean) => usePanels.setState({ beside })
