import { DetailedError, Upload } from 'tus-js-client'
import type { ErrorReply } from '#contract/errors.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { authorization } from '#web/api/authorization.ts'
import { parsed } from '#web/stored.ts'
import { changeUpload } from './change-uploads.ts'
import { forgetAddress, keepAddress, keptAddress } from './kept-place.ts'
import { speedMeter } from './speed.ts'

/** One request carries this much. Each begins with a fresh token. */
const CHUNK = 16 * 1024 * 1024
/** Pauses before the next attempts after a broken connection; the last one repeats. */
const PAUSES = [500, 1_000, 2_000, 5_000]
const SHOW_EVERY = 200

type Given = { key: number; file: File; purpose: UploadPurpose; place: string }

export type Transfer = ReturnType<typeof transferOf>

/** Moves the bytes of one file, from the point up to which the server has them. */
export function transferOf({ key, file, purpose, place }: Given) {
  const meter = speedMeter()
  let tus: Upload | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout>
  let refusedToken: string | null = null

  function stop() {
    clearTimeout(timer)
    removeEventListener('online', start)
    removeEventListener('offline', wait)
    const stopped = tus
    tus = null
    meter.restart()
    return stopped
  }

  function start() {
    void stop()?.abort()
    changeUpload(key, { state: 'sending', fault: '', speed: 0 })
    addEventListener('offline', wait)
    const url = keptAddress(place)
    let shown = 0
    let token: string | null = null
    const own = new Upload(file, {
      // with an endpoint, a refused question for the offset would begin a second upload
      ...(url ? { uploadUrl: url } : { endpoint: '/api/uploads' }),
      metadata: { purpose, filename: file.name, filetype: file.type },
      chunkSize: CHUNK,
      retryDelays: null,
      storeFingerprintForResuming: false,
      async onBeforeRequest(request) {
        if (refusedToken) await authorization.renew(refusedToken)
        refusedToken = null
        token = await authorization.fresh()
        if (tus !== own) throw new Error('The upload was stopped.')
        if (token) request.setHeader('authorization', `Bearer ${token}`)
      },
      onUploadUrlAvailable() {
        if (tus === own && own.url) keepAddress(place, own.url)
      },
      onProgress(sent) {
        if (tus !== own) return
        const speed = meter.speedAt(sent)
        if (performance.now() - shown < SHOW_EVERY && sent < file.size) return
        shown = performance.now()
        changeUpload(key, { sent, speed })
      },
      onChunkComplete() {
        failures = 0
      },
      onSuccess() {
        if (tus !== own) return
        stop()
        const id = own.url?.split('/').at(-1) ?? null
        changeUpload(key, { state: 'complete', sent: file.size, speed: 0, id })
      },
      onError(error) {
        if (tus === own) recover(error, token)
      },
    })
    tus = own
    own.start()
  }

  function wait() {
    void stop()?.abort()
    changeUpload(key, { state: 'waiting', speed: 0 })
    addEventListener('online', start)
    if (navigator.onLine) timer = setTimeout(start, PAUSES[Math.min(failures++, PAUSES.length - 1)])
  }

  function recover(error: Error, token: string | null) {
    const reply = error instanceof DetailedError ? error.originalResponse : null
    const status = reply?.getStatus() ?? 0
    const { error: code, message } = (parsed(reply?.getBody() ?? null) ?? {}) as Partial<ErrorReply>
    if (status === 401 && token && failures < PAUSES.length) refusedToken = token
    else if ([404, 410].includes(status) && keptAddress(place)) forgetAddress(place)
    else if (!mayPass(status) || code === 'uploads_stopped') {
      stop()
      return changeUpload(key, { state: 'failed', speed: 0, fault: message || 'Upload failed. Please try again.' })
    }
    wait()
  }

  return {
    start,
    pause() {
      void stop()?.abort()
      changeUpload(key, { state: 'paused', speed: 0 })
    },
    /** Stops, and removes the bytes from the server. Without an answer the server removes them after a day. */
    end() {
      void stop()?.abort()
      const url = keptAddress(place)
      if (url) void remove(url)
    },
  }
}

/** A broken connection, bytes that another request is writing, and a server that is busy or stopping. */
const mayPass = (status: number) => [0, 409, 423, 502, 503, 504].includes(status)

async function remove(url: string) {
  const token = await authorization.fresh()
  await Upload.terminate(url, {
    retryDelays: null,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => {})
}
