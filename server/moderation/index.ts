export { openReview } from './decide.ts'
export { moderationData } from './personal-data.ts'
export { reviewRoutes, submissionRoutes } from './routes.ts'
