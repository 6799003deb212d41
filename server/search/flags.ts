const FLAG = /[\u{1F1E6}-\u{1F1FF}]{2}/gu
/** The flags of England, Scotland and Wales: a black flag and hidden letters, of which the first two are the country’s. */
const PART_OF_COUNTRY = /\u{1F3F4}([\u{E0061}-\u{E007A}]{2})[\u{E0061}-\u{E007A}]*\u{E007F}/gu
const FIRST_OF_FLAG = 0x1f1e6
const FIRST_HIDDEN = 0xe0061
const CODE_OF_A = 65

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const lettersOf = (signs: string, first: number) =>
  Array.from(signs, (sign) => String.fromCodePoint(sign.codePointAt(0)! - first + CODE_OF_A)).join('')

/** Writes the name of the country in place of its flag. */
export const withoutFlags = (text: string) =>
  text
    .replace(PART_OF_COUNTRY, (_, hidden: string) => ` ${countries.of(lettersOf(hidden, FIRST_HIDDEN)) ?? ''} `)
    .replace(FLAG, (flag) => ` ${countries.of(lettersOf(flag, FIRST_OF_FLAG)) ?? ''} `)
