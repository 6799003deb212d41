import { onDemand } from '#web/on-demand/on-demand.ts'
import { passEngine } from './player.ts'

const engine = onDemand(() => import('./running-engine.ts'))

/** Hands the engine to the player. The player doesn't import it, since the engine imports the player. */
export const startPlayer = () => passEngine(engine)
