import type { App } from '#server/services.ts'
import { sweepRecentPlays } from './write-plays.ts'

export { gatherPlays } from './gather-plays.ts'
export { ownSocialRoutes, socialRoutes } from './routes.ts'

export const socialRounds = (app: App) => [
  { name: 'sweep-plays', match: '*/10 * * * *', run: () => sweepRecentPlays(app) },
]
