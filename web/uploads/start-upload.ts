import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useSession } from '#web/session/session.ts'
import { addUpload, changeUpload, findUpload, removeAll, removeUpload } from './change-uploads.ts'
import { useUploads, type RunningUpload } from './uploads.ts'

const sender = onDemand(() => import('./sender.ts'))

/** A file, or one that is put together when it is sent. */
export type FileToSend = File | { name: string; size: number; read: () => Promise<File> }

/** The files of the uploads in the store. */
const files = new Map<number, FileToSend>()
let made = 0

type New = { file: FileToSend; purpose: UploadPurpose; open: () => void }

/** Begins to send a file. The returned key names the upload in the store. */
export function startUpload({ file, purpose, open }: New) {
  const key = ++made
  const { name, size } = file
  files.set(key, file)
  addUpload({ key, purpose, name, size, sent: 0, state: 'preparing', speed: 0, fault: '', id: null, open })
  resumeUpload(key)
  return key
}

type Ended = Pick<RunningUpload, 'name' | 'size' | 'purpose' | 'open'> & { id: string; onGone: () => void }

/** Shows an upload that ended before the page was loaded again. `onGone`: the server has removed it since. */
export function showUpload({ onGone, size, ...upload }: Ended) {
  const key = ++made
  addUpload({ ...upload, key, size, sent: size, state: 'complete', speed: 0, fault: '' })
  call('GET /me/uploads/:id', { params: { id: upload.id } }).catch((error: unknown) => {
    if (!(error instanceof ApiFailure) || ![400, 404].includes(error.status)) return
    removeUpload(key)
    onGone()
  })
  return key
}

/** Continues a paused upload, or tries a failed one again. */
export function resumeUpload(key: number) {
  const file = files.get(key)
  if (!file) return
  changeUpload(key, { state: 'preparing', fault: '' })
  void sender.load().then(
    ({ send }) => send(key, file),
    () => changeUpload(key, { state: 'failed', fault: 'Check your connection, or reload the page.' }),
  )
}

export const pauseUpload = (key: number) => sender.loaded()?.pause(key)

/** Ends the upload and removes its bytes from the server. */
export function cancelUpload(key: number) {
  sender.loaded()?.cancel(key)
  finishUpload(key)
}

/** An item has taken the file. */
export function finishUpload(key: number) {
  sender.loaded()?.finish(key)
  files.delete(key)
  removeUpload(key)
}

/** Waits for the end of an upload. Gives the server's name for it. */
export const whenComplete = (key: number) =>
  new Promise<string>((resolve, reject) => {
    const look = () => {
      const upload = findUpload(key)
      if (!upload) settle(() => reject(new ApiFailure(0, { message: 'The upload was canceled.' })))
      else if (upload.id) settle(() => resolve(upload.id!))
      else if (upload.state === 'failed') settle(() => reject(new ApiFailure(0, { message: upload.fault })))
    }
    const stop = useUploads.subscribe(look)
    const settle = (act: () => void) => {
      stop()
      act()
    }
    look()
  })

// here, as files that are shown after a reload and sent items need no sender
useSession.subscribe(({ auth }, before) => {
  if (auth?.userId === before.auth?.userId) return
  sender.loaded()?.forgetAll()
  files.clear()
  removeAll()
})
