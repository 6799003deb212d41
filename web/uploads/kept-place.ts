import { fieldsOf, finiteFrom, readStored, storedKeys, textFrom, writeStored } from '#web/stored.ts'

const EDGE = 1024 * 1024
const PREFIX = 'slide.upload.'
/** The server removes an unfinished upload after a day without bytes. */
const LIFE = 24 * 60 * 60 * 1000

/**
 * The storage key of one file of one account. The same file gives the same key after a reload, when the person picks it
 * again: by its size and the SHA-256 of its first and last megabyte. Plain http has no `crypto.subtle`; the file's name
 * and date stand in there.
 */
export async function placeOf(file: File, purpose: string, account: number) {
  const print = globalThis.crypto?.subtle ? await hashOf(file) : `${file.lastModified}.${encodeURIComponent(file.name)}`
  return `${PREFIX}${account}.${purpose}.${file.size}.${print}`
}

async function hashOf(file: File) {
  const edges = new Blob([file.slice(0, EDGE), file.slice(Math.max(EDGE, file.size - EDGE))])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await edges.arrayBuffer()))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address at which the server has the first bytes of this file; null if there is none. */
export function keptAddress(place: string) {
  const { url, at } = fieldsOf(readStored(place))
  return Date.now() - (finiteFrom(at) ?? 0) < LIFE ? textFrom(url) : null
}

export const keepAddress = (place: string, url: string) => void writeStored(place, { url, at: Date.now() })
export const forgetAddress = (place: string) => void writeStored(place, null)

/** Forgets uploads that the server has removed by now, and with `all` every upload. */
export function forgetOldAddresses({ all = false } = {}) {
  for (const place of storedKeys()) {
    if (place.startsWith(PREFIX) && (all || !keptAddress(place))) forgetAddress(place)
  }
}
