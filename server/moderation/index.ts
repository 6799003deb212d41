export { openReview, proposeTitle } from './decide.ts'
export { moderationData } from './personal-data.ts'
export { findMaster } from './masters.ts'
export { reviewBeatRoutes, reviewRoutes, submissionRoutes } from './routes.ts'
