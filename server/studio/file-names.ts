import { bpmOf, withoutFacts } from '#contract/name-facts.ts'

const ENDING = /\.[^./]+$/
const TITLE_LONGEST = 200

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const endingOf = (path: string) => (ENDING.exec(fileNameOf(path))?.[0] ?? '').slice(1).toLowerCase()

/**
 * The name of a file without its ending, tempo and key, which stand beside it. Of a track its number goes, too: `01 -
 * Night Bus 140bpm Am.wav` is Night Bus. A name without a tempo stays whole, since `Kick 120` and `Chords F#m` are
 * titles.
 */
export function titleOf(path: string, isTrack: boolean) {
  const name = fileNameOf(path).replace(ENDING, '').replaceAll('_', ' ')
  const bare = bpmOf(name) === null ? name : withoutFacts(name)
  const short = isTrack ? bare.replace(/^\d{1,2}\s*[-.)\s]\s*(?=\S)/, '') : bare
  return short.trim().slice(0, TITLE_LONGEST) || fileNameOf(path).slice(0, TITLE_LONGEST)
}
