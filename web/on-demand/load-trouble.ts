import { create } from 'zustand'
import { ReloadNeeded } from './import-chunk.ts'

/** Why code could not be loaded: a dead line or a new release. `nth` makes repeated failures different. */
type LoadTrouble = { reason: 'line' | 'release' | null; nth: number }

export const useLoadTrouble = create<LoadTrouble>(() => ({ reason: null, nth: 0 }))

export const tellLoadTrouble = (error: unknown) =>
  useLoadTrouble.setState(({ nth }) => ({ reason: error instanceof ReloadNeeded ? 'release' : 'line', nth: nth + 1 }))

export const clearLoadTrouble = () => useLoadTrouble.setState({ reason: null })
