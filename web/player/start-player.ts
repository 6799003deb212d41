import { onDemand } from '#web/on-demand/on-demand.ts'
import { passEngine } from './player.ts'

const engine = onDemand(() => import('./running-engine.ts'))

/** The player knows no engine by itself, so that the engine may know the player. */
export const startPlayer = () => passEngine(engine)
