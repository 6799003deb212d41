import { onDemand } from '#web/on-demand/on-demand.ts'

const keysHelp = onDemand(() => import('./keys-help.tsx'))

export const openKeysHelp = () => keysHelp.use((help) => help.showKeysHelp())
