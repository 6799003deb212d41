export { findPersonAtDesk } from './facts.ts'
export { deskPeopleRoutes } from './routes.ts'
