import { recentPlaysTaker } from './write-plays.ts'

export { deleteCommentIn, findComment } from './comments.ts'
export { followRoutes } from './follow-routes.ts'
export { gatherPlays } from './gather-plays.ts'
export { pinRoutes } from './pins.ts'
export { socialData } from './personal-data.ts'
export { ownSocialRoutes, socialRoutes } from './routes.ts'

export const socialTakers = [recentPlaysTaker]
