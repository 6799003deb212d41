import { onDemand } from '#web/on-demand/on-demand.ts'

export const cartCode = onDemand(() => import('./cart.tsx'))
