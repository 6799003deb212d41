import type { Taker } from '#server/jobs/due.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { heardTaker } from './heard.ts'
import { makeMissingFingerprint, missingFingerprintTaker } from './missing-fingerprints.ts'
import { mediaTaker, processItem } from './pipeline.ts'

export { findPart } from './contents.ts'
export { contentRoutes } from './contents-routes.ts'
export { leftOverFolders } from './local-file.ts'
export { licensePresetRoutes } from './license-presets.ts'
export { planSteps } from './media-jobs.ts'
export { masterRoutes } from './master-routes.ts'
export { studioData } from './personal-data.ts'
export { lockRoom } from './room.ts'
export { ownBeatRoutes, ownItemRoutes, ownKitRoutes, ownPackRoutes } from './routes.ts'
export { uploadedItemRoutes } from './upload-routes.ts'
export { findVoiceTag, voiceTagRoutes } from './voice-tag.ts'

export const studioTakers: Taker[] = [mediaTaker, heardTaker, missingFingerprintTaker]
export const studioTasks = (app: App): Pick<Tasks, 'process-item' | 'make-missing-fingerprint'> => ({
  'make-missing-fingerprint': (payload) => makeMissingFingerprint(app, payload),
  'process-item': (payload) => processItem(app, payload),
})
