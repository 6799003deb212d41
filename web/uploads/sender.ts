import { accountNow } from '#web/session/session.ts'
import { changeUpload, findUpload, removeUpload } from './change-uploads.ts'
import { holdAlone } from './hold-alone.ts'
import { forgetAddress, forgetOldAddresses, placeOf } from './kept-place.ts'
import type { FileToSend } from './start-upload.ts'
import { transferOf, type Transfer } from './transfer.ts'
import { useUploads } from './uploads.ts'

const ELSEWHERE = 'This file is being uploaded already, here or in another tab.'

/** The browser's side of an upload. It is kept until an item has taken the file. */
type Sending = { place: string; release: () => void; transfer: Transfer }

const all = new Map<number, Sending>()

/** Begins or continues to send a file whose upload stands in the store. */
export async function send(key: number, given: FileToSend) {
  const known = all.get(key)
  if (known) return known.transfer.start()
  const account = accountNow()
  const upload = findUpload(key)
  if (!upload || !account) return removeUpload(key)
  try {
    const file = given instanceof File ? given : await given.read()
    const place = await placeOf(file, upload.purpose, account)
    const release = await holdAlone(place)
    if (!release) return changeUpload(key, { state: 'failed', fault: ELSEWHERE })
    if (!findUpload(key)) return release() // canceled meanwhile
    const transfer = transferOf({ key, file, purpose: upload.purpose, place })
    all.set(key, { place, release, transfer })
    transfer.start()
  } catch {
    changeUpload(key, { state: 'failed', fault: 'This file could not be read.' })
  }
}

export const pause = (key: number) => all.get(key)?.transfer.pause()

export function cancel(key: number) {
  all.get(key)?.transfer.end()
  finish(key)
}

export function finish(key: number) {
  const sending = all.get(key)
  if (!sending) return
  forgetAddress(sending.place)
  sending.release()
  all.delete(key)
}

/** After signing out. The server removes the bytes by itself: without a session they can’t be asked for. */
export function forgetAll() {
  for (const { transfer, release } of all.values()) {
    transfer.pause()
    release()
  }
  all.clear()
  forgetOldAddresses({ all: true })
}

forgetOldAddresses()
addEventListener('beforeunload', (event) => {
  const moves = useUploads.getState().uploads.some(({ state }) => ['preparing', 'sending', 'waiting'].includes(state))
  if (moves) event.preventDefault()
})
