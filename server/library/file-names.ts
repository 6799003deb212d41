/** Bytes in UTF-8. Disks take 255; the others are for number, tempo, key and ending. */
const LONGEST = 180
/** No disk takes these in a name. */
const REFUSED = /[\p{Cc}\p{Cf}/\\:*?"<>|]/gu

/** Devices of Windows, which takes no file of these names with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i

/** A title as a part of a file's name. Windows drops dots and spaces at the end. */
export const inName = (title: string) =>
  cut(title.replace(REFUSED, '-'))
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
    .replace(DEVICE, '_$&') || 'Untitled'

/** A stream that goes on keeps the first bytes of a character back, so no character is cut in two. */
const cut = (text: string) => new TextDecoder().decode(Buffer.from(text).subarray(0, LONGEST), { stream: true })

type Sound = { title: string; bpm: number | null; musicKey: string | null }

/** `Glasshouse_140BPM_Fmin`, as far as the facts are known. */
export const soundName = ({ title, bpm, musicKey }: Sound) =>
  [inName(title), bpm !== null && `${bpm}BPM`, musicKey !== null && keyInName(musicKey)].filter(Boolean).join('_')

const keyInName = (key: string) => (key.endsWith('m') ? `${key.slice(0, -1)}min` : `${key}maj`)

/** Gives each path a name of its own. Most disks take two names that differ only in case for one. */
export function distinct<File extends { path: string }>(files: File[]): File[] {
  const taken = new Set<string>()
  return files.map((file) => {
    let path = file.path
    for (let nth = 2; taken.has(path.normalize('NFC').toLowerCase()); nth++)
      path = file.path.replace(/(\.[^./]*)?$/, (ending) => ` (${nth})${ending}`)
    taken.add(path.normalize('NFC').toLowerCase())
    return { ...file, path }
  })
}
