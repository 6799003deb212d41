// Words and names as uneven as in a real catalogue: a few are everywhere, most are rare.

import type { Random } from '#server/art/random.ts'

/** Draws ranks from 0. A rank comes about half as often as the rank at half its number. */
export function zipf(random: Random, size: number, skew = 1) {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= size; rank++) sums.push((sum += 1 / rank ** skew))
  return () => {
    const at = random.next() * sum
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

const COMMON =
  'dark night cold street love money life pain king war ghost block city rain fire blood dream zone blue soul gang smoke shadow ice devil heaven lost run ride heart mask gold black west east north south angel storm winter london bronx paris'.split(
    ' ',
  )
const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k kl kr l m n p pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr v w z'.split(
    ' ',
  )
const VOWELS = 'a e i o u ai ea ee oa oo ou y é ü ø ã'.split(' ')
const CODAS = ['', '', '', ...'b ck d g k l ll m n nd ng p r rd rn s st t x'.split(' ')]

/** `size` different words, the most common first. */
export function vocabulary(random: Random, size: number) {
  const words = new Set(COMMON)
  while (words.size < size) {
    const syllables = 1 + Math.floor(random.next() * 2.6)
    let word = ''
    for (let i = 0; i < syllables; i++) word += random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS)
    if (word.length >= 3 && word.length <= 14) words.add(word)
  }
  return [...words]
}
