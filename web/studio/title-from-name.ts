import { shapeTitle } from '#contract/shaping.ts'

const TEMPO = /\b(?:bpm[ .]*\d{2,3}|\d{2,3}[ .]*bpm|(?:[89]\d|1\d\d|200))\b/gi
/** 'Am' is a word too, so without a sharp or a word for the mode it is a key beside a tempo only. */
const KEY_BY_TEMPO = /(?<=\b\d{2,3}(?: ?bpm)? )[A-G]m?\b(?![#♯♭])|\b[B-G]m?(?= \d{2,3}(?: ?bpm)?\b)/g
const KEY =
  /(?<![\w♯♭#])(?:[A-Ga-g](?:#|♯|♭)(?: ?(?:minor|major|min|maj|m))?|[A-G]b?(?:min|minor|maj|major| minor| major)|[B-G]b?m|[A-G]bm?)(?!\w)/g
const BRACKETS =
  /[([{][^)\]}]*\b(?:master(?:ed)?|mix(?:down)?|final|tagged|untagged|bpm|v\d+|wav|mp3)\b[^)\]}]*[)\]}]/gi
const END = /[\s.-]+(?:final|master(?:ed)?|mix ?down|untagged|tagged|bounce|export|v\d+|version \d+)$/i

/** A title from the name of a sound file, less its tempo, its key and words such as 'final', 'v3' and '(master)'. */
export function titleFromName(fileName: string) {
  const name = fileName.replace(/\.\w{2,4}$/, '').replaceAll('_', ' ')
  const bare = name.replace(BRACKETS, ' ').replace(KEY_BY_TEMPO, ' ').replace(KEY, ' ').replace(TEMPO, ' ')
  return shapeTitle(cased(tidy(withoutEnd(tidy(bare))) || tidy(name))).trim()
}

function withoutEnd(text: string): string {
  const shorter = text.replace(END, '')
  return shorter === text ? text : withoutEnd(shorter)
}

/** Without empty brackets, doubled blanks and dashes at the ends. */
const tidy = (text: string) =>
  text
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+(?:-\s+)+/g, ' - ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,&+-]+|[\s.,&+-]+$/g, '')

/** Words in one case only get capitals at their starts. */
function cased(text: string) {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text
  return text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
