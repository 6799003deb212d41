import { fileSize } from '#web/items/format.ts'
import { timeLeft } from './speed.ts'
import { percentSent } from './upload-words.ts'
import type { RunningUpload } from './uploads.ts'

const isUnderWay = ({ state }: RunningUpload) => state !== 'complete' && state !== 'failed'

/** All uploads in one line: what is to come, and for how long. */
export function trayWords(uploads: readonly RunningUpload[], items: number, forms: number) {
  const under = uploads.filter(isUnderWay)
  const all = uploads.length + items + forms
  const title = under.length > 0 ? `Uploading ${under.length} of ${all}` : `${all} ${all === 1 ? 'upload' : 'uploads'}`
  if (under.length === 0) {
    if (uploads.some(({ state }) => state === 'failed')) return { title, detail: 'An upload failed' }
    if (uploads.length > 0) return { title, detail: 'Finish the form' }
    return { title, detail: forms > 0 ? 'Waiting for you' : 'Sent' }
  }
  if (under.every(({ state }) => state === 'paused')) return { title, detail: 'Paused' }
  if (under.some(({ state }) => state === 'waiting')) return { title, detail: 'Waiting for connection' }
  const sum = (of: (upload: RunningUpload) => number) => under.reduce((total, upload) => total + of(upload), 0)
  const [sent, size, speed] = [sum(({ sent }) => sent), sum(({ size }) => size), sum(({ speed }) => speed)]
  const left = timeLeft(size - sent, speed)
  return { title, detail: `${percentSent({ sent, size })}%${left && `, ${left}`}`, part: sent / size }
}

/** 251 MB of 612 MB */
export const amountSent = ({ sent, size }: RunningUpload) => `${fileSize(sent)} of ${fileSize(size)}`
