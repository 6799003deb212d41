export { creditsOf, type Credits } from './balance.ts'
export { grantCredits } from './grant.ts'
export { creditData } from './personal-data.ts'
