import { sizeFault } from './drop-fault.ts'
import { zipFiles } from './zip-files.ts'

export const PACK_ACCEPT = '.zip, .mp3, .wav'

const isZip = ({ name }: File) => /\.zip$/i.test(name)
const isSound = ({ name }: File) => /\.(?:mp3|wav)$/i.test(name)
const isOtherArchive = ({ name }: File) => /\.(?:rar|7z|tar|gz|tgz)$/i.test(name)

/** Why these files are no pack; undefined for one ZIP, or for sounds. */
export function packFault(files: readonly File[]) {
  const [first] = files
  if (!first) return 'File not accepted'
  if (files.some(isZip) && files.some(isSound)) return 'Pick a single .zip OR multiple .mp3/.wav files, not both.'
  if (files.length === 1 && isOtherArchive(first)) return 'Only .zip files are allowed for packs.'
  if (!files.every(isSound) && !(files.length === 1 && isZip(first)))
    return 'Only .mp3, .wav, or a single .zip are allowed.'
  const empty = files.find(({ size }) => size === 0)
  return sizeFault(empty ? 0 : packOf(files).size, 'packZip')
}

/** The archive of a pack: the given one, or one that is made of the sounds. */
export const packOf = (files: readonly File[]) => (files.length === 1 && isZip(files[0]!) ? files[0]! : zipFiles(files))
