import { fileSize } from '#web/items/format.ts'
import { paceWords } from './speed.ts'
import type { RunningUpload } from './uploads.ts'

/** The part that is sent, as whole percents: 100 only when all of it is. */
export const percentSent = ({ sent, size }: Pick<RunningUpload, 'sent' | 'size'>) => Math.floor((sent / size) * 100)

/** How an upload goes, in a few words. */
export function uploadWords({ state, sent, size, speed, fault }: RunningUpload) {
  if (state === 'failed') return fault
  if (state === 'complete') return 'Uploaded'
  if (state === 'paused') return `Paused at ${fileSize(sent)} of ${fileSize(size)}`
  if (state === 'waiting') return 'Waiting for connection'
  return speed > 0 ? paceWords(size - sent, speed) : 'Starting …'
}
