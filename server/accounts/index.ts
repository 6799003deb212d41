export { accountNews } from './account-news.ts'
export { becomeProducer } from './become-producer.ts'
export { countFollower, countPlay, countTrack, lockCounters } from './count.ts'
export { confirmEmail } from './confirm-email.ts'
export { googleRoutes } from './google-routes.ts'
export { handleKey } from './handle.ts'
export { setLegalName } from './legal-name.ts'
export { makeAccount } from './make-account.ts'
export { findHolder, hasOtherAdmin, makeAdmin, setAdmin, thereIsOtherAdmin } from './make-admin.ts'
export { expectNoSide } from './own-affairs.ts'
export { hashPassword } from './password.ts'
export { accountData, findPerson } from './personal-data.ts'
export { passkeyRoutes } from './passkey-routes.ts'
export { pageOfPeople, peopleRoutes, presentProducer, REACH } from './people.ts'
export {
  findProducers,
  nameAmong,
  nameBegins,
  nameContains,
  nameResembles,
  peopleOf,
  suggestProducers,
} from './producers.ts'
export { smallBannerOf } from './pictures.ts'
export { proveOwnerInLane } from './prove-owner.ts'
export { lockCards } from './lock-cards.ts'
export { isKept, isThere, lockAccount, setWantsUpdates } from './queries.ts'
export { releaseAccount } from './release-account.ts'
export { accountRoutes } from './routes.ts'
export { sessionRoutes } from './session-routes.ts'
export { setBanned } from './set-banned.ts'
export { setPlan } from './set-plan.ts'
export { startSession } from './sessions.ts'
export { settingsRoutes } from './settings-routes.ts'
export { takePeopleTurn } from './turns.ts'
export { twoStepRoutes } from './two-step-routes.ts'
export { accountTakers, accountTasks } from './work.ts'
