import { tidied, withoutFacts } from '#contract/name-facts.ts'
import { shapeTitle } from '#contract/shaping.ts'

const BRACKETS =
  /[([{][^)\]}]*\b(?:master(?:ed)?|mix(?:down)?|final|tagged|untagged|bpm|v\d+|wav|mp3)\b[^)\]}]*[)\]}]/gi
const END = /[\s.-]+(?:final|master(?:ed)?|mix ?down|untagged|tagged|bounce|export|v\d+|version \d+)$/i

/** A title from the name of a sound file, less its tempo, its key and words such as 'final', 'v3' and '(master)'. */
export function titleFromName(fileName: string) {
  const name = fileName.replace(/\.\w{2,4}$/, '').replaceAll('_', ' ')
  const bare = withoutFacts(name.replace(BRACKETS, ' '))
  return shapeTitle(cased(tidied(withoutEnd(bare)) || tidied(name))).trim()
}

function withoutEnd(text: string): string {
  const shorter = text.replace(END, '')
  return shorter === text ? text : withoutEnd(shorter)
}

/** Words in one case only get capitals at their starts. */
function cased(text: string) {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text
  return text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
