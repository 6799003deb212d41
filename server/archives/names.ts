import { MediaError } from '#server/media/audio.ts'
import { extraField, type Listed } from './directory.ts'

const UNICODE_PATH = 0x7075
const LONGEST = 255
const DEEPEST = 12
/** Control characters, marks that turn the direction of writing, and characters that nothing shows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u

/** A name as it may be shown in a message: short, and without characters that deceive. */
export const shownName = (name: string) => {
  const clean = name.replace(new RegExp(UNSEEN, 'gu'), '?')
  return clean.length > 80 ? `…${clean.slice(-79)}` : clean
}

/** The path of an entry, with `/` between folders. A name that could lead elsewhere, or deceive, is refused. */
export function pathOf({ name, extra }: Listed): string {
  const path = decoded(name)
  const refuse = (why: string) => {
    throw new MediaError(`The name of a file in this ZIP ${why}: ${shownName(path)}`)
  }
  const unicode = extraField(extra, UNICODE_PATH)?.subarray(5)
  if (unicode && !unicode.equals(name)) refuse('is given twice and differs')
  if (UNSEEN.test(path)) refuse('has characters that can’t be seen')
  if (path.includes('\\')) refuse('has a backslash')
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) refuse('starts at the root of a disk')
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  if (parts.some((part) => part === '..' || part === '.')) refuse('leads out of its folder')
  if (parts.includes('')) refuse('has an empty part')
  if (path.length > LONGEST || parts.length > DEEPEST) refuse('is too long')
  return path
}

/** The flag that tells UTF-8 is not asked: many programs write UTF-8 without it. */
function decoded(name: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name)
  } catch {
    throw new MediaError('A file in this ZIP has a name that is not in UTF-8. Pack it anew with another program.')
  }
}
