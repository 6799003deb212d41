import { recentPlaysTaker } from './write-plays.ts'

export { deleteCommentIn, findComment, writeComment } from './comments.ts'
export { followRoutes } from './follow-routes.ts'
export { follow } from './follows.ts'
export { gatherPlays } from './gather-plays.ts'
export { like } from './likes.ts'
export { pinRoutes } from './pins.ts'
export { socialTasks } from './recount-comments.ts'
export { socialData } from './personal-data.ts'
export { ownSocialRoutes, socialRoutes } from './routes.ts'

export const socialTakers = [recentPlaysTaker]
