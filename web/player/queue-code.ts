import { onDemand } from '#web/on-demand/on-demand.ts'
import { openSheet, setBeside, usePanels } from './panels.ts'

export const queuePanel = onDemand(() => import('./queue-panel.tsx'))

/** The queue over the player, on a phone. */
export const openQueueSheet = () => queuePanel.use(() => openSheet('queue'))

/** Opens or closes the queue beside the page. */
export const turnQueue = () => (usePanels.getState().beside ? setBeside(false) : queuePanel.use(() => setBeside(true)))
