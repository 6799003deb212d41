import { BadKey } from './storage.ts'

const LONGEST = 512

// A segment neither starts nor ends with a dot: none is hidden, and Windows drops a dot at the end.
const SEGMENT = '[a-z0-9_-](?:[a-z0-9_.-]{0,198}[a-z0-9_-])?'
const KEY = new RegExp(`^(?=[a-z0-9])${SEGMENT}(?:/${SEGMENT})*$`, 'i')

const MEDIA_TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mid: 'audio/midi',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  webp: 'image/webp',
  zip: 'application/zip',
}

export const isKey = (key: string) => key.length <= LONGEST && KEY.test(key) && !key.includes('..')

export function assertKey(key: string) {
  if (!isKey(key)) throw new BadKey(key)
}

/** A prefix is nothing at all, the beginning of a key, or a folder with its slash. */
export function assertPrefix(prefix: string) {
  if (prefix !== '' && !isKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)) throw new BadKey(prefix)
}

/** A disk remembers no media type, so it is read from the extension of the key. */
export const mediaTypeOf = (key: string) =>
  MEDIA_TYPES[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
