import { MediaError } from '#server/media/audio.ts'
import { endingOf } from './file-names.ts'

const GZIPPED = ['adg', 'adv', 'als', 'h2p', 'xpm'] // programs that pack their own files
const STARTS: Record<string, string[]> = {
  aif: ['FORM'],
  aiff: ['FORM'],
  flac: ['fLaC'],
  ogg: ['OggS'],
  mid: ['MThd'],
  midi: ['MThd'],
  pdf: ['%PDF-'],
  png: ['\x89PNG'],
  jpg: ['\xff\xd8\xff'],
  jpeg: ['\xff\xd8\xff'],
  webp: ['RIFF'],
}
const PROGRAMS = ['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xfe\xed\xfa', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', '#!']
const ARCHIVES = ['PK\x03\x04', 'Rar!', '7z\xbc\xaf', 'BZh', '\xfd7zXZ']
const PAGE = /<(?:!doctype|html|script|svg|\?php|iframe|body)/i

/** Refuses a file of an archive whose first bytes are not what its name says. Sounds are decoded besides. */
export function expectFirstBytes(path: string, head: Buffer) {
  const ending = endingOf(path)
  const start = head.toString('latin1')
  const wanted = STARTS[ending]
  if (wanted && !wanted.some((one) => start.startsWith(one)))
    throw new MediaError(`This is no .${ending} file, although its name says so.`)
  const isGzip = start.startsWith('\x1f\x8b')
  if (
    [...PROGRAMS, ...ARCHIVES].some((one) => start.startsWith(one)) ||
    PAGE.test(start) ||
    (isGzip && !GZIPPED.includes(ending))
  )
    throw new MediaError('This is a program, a page or an archive, although its name says otherwise.')
}
