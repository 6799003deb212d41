// Words in Cyrillic or Greek letters that are English: typed on a keyboard that was set to the other language (вфкл, dark),
// or written as they sound (дарк).

type Letters = Map<string, string>

/** Two texts of the same length. A dash stands for a key without a letter. */
const keys = (from: string, to: string): Letters =>
  new Map(Array.from(from, (letter, at) => [letter, to[at] === '-' ? '' : to[at]!]))

// a search has no marks above its letters, so that й is и
const RUSSIAN = keys('ицукенгшщзхъфывапролджэячсмтьбю', 'bwertyuiop--asdfghjkl--zxcvnm--')
const UKRAINIAN = keys('іє', 's-')
const GREEK = keys('ςερτυθιοπασδφγηξκλζχψωβνμ', 'wertyuiopasdfghjklzxcvbnm')
const LAYOUT: Letters = new Map([...RUSSIAN, ...UKRAINIAN, ...GREEK])
const LAYOUT_WITH_Q: Letters = new Map([...LAYOUT, ['и', 'q']])

const SOUNDS: Letters = new Map([
  ...keys('абвгдезиклмнопрстуфхъыьэіє', 'abvgdeziklmnoprstufh-y-eie'),
  ...Object.entries({ ж: 'zh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch', ю: 'yu', я: 'ya' }),
])

export const isOtherAlphabet = (word: string) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)

/** Each writes a word in Latin letters in its way. */
export const WAYS_TO_LATIN = [LAYOUT, LAYOUT_WITH_Q, SOUNDS].map(
  (letters) => (word: string) => Array.from(word, (letter) => letters.get(letter) ?? letter).join(''),
)
