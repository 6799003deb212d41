import { LICENSES } from '#contract/license-terms.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { Clause, LicenseWords } from '#server/papers/license-facts.ts'

const PAYMENT: Clause = {
  title: 'Payment',
  text: 'The Licensee paid {price} on {date}, as part of order {order}. If the payment is returned, this license ends.',
}
const NOT_ALLOWED: Clause = {
  title: 'Not allowed',
  text: 'Selling, giving away or registering the {kind} by itself, with or without changes; uploading it to a system that claims it against other licensees.',
}

const credit = (isRequired: boolean): Clause => ({
  title: 'Credit',
  text: isRequired
    ? 'Wherever the song is named with its makers, the credit reads “prod. {artist}”.'
    : 'A credit that reads “prod. {artist}” is welcome. This license does not require it.',
})

const leaseInShort = (isCreditRequired: boolean): Clause[] => [
  {
    title: 'Grant',
    text: 'The Licensor grants the Licensee a non-exclusive, worldwide right to use {work} in one new song, within the limits above. The right begins when the price is paid and lasts as long as the limits do.',
  },
  credit(isCreditRequired),
  {
    title: 'What stays with the Licensor',
    text: 'The {kind} itself, and all rights not named here. The Licensor may license the {kind} to others, and may later sell it exclusively. This license then stays as it is.',
  },
  NOT_ALLOWED,
  {
    title: 'More use',
    text: 'Above a limit, the Licensee takes a larger license. The price of this one is counted toward it.',
  },
  PAYMENT,
]

const EXCLUSIVE_IN_SHORT: Clause[] = [
  {
    title: 'Grant',
    text: 'The Licensor grants the Licensee the exclusive, worldwide right to use {work}, without a limit of copies, streams or videos. The right begins when the price is paid and has no end.',
  },
  {
    title: 'Off the store',
    text: 'With this sale the {kind} leaves the store. The Licensor licenses it to nobody else from then on.',
  },
  {
    title: 'Earlier leases',
    text: 'Leases that were sold before this license stay valid within their limits.',
  },
  {
    title: 'Transfer',
    text: 'The Licensee may transfer this license as a whole, in writing. The new holder has the same rights and duties.',
  },
  {
    title: 'What stays with the Licensor',
    text: 'The authorship of the {kind}, and the right to be named as its maker.',
  },
  PAYMENT,
]

/** Sections that every license ends with. */
const COMMON: Clause[] = [
  {
    title: 'The Licensor’s word',
    text: 'The Licensor made the {kind} or holds the rights to license it, and knows of nobody whose rights it violates. Samples that the Licensor has not cleared are named in the description of the {kind}.',
  },
  {
    title: 'Files',
    text: 'This license covers the files named in this document. Each is known by its SHA-256. The page of this license compares a file with them.',
  },
  {
    title: 'When this license ends',
    text: 'It ends if the payment is returned, or if a limit or a duty is broken and this is not mended within 14 days of a notice. It is replaced when the Licensee takes a larger license of the same {kind}.',
  },
  {
    title: 'After its end',
    text: 'New copies and uploads stop. Copies that were sold while the license was in force may stay with the people who have them.',
  },
  {
    title: 'Liability',
    text: 'Neither party is liable to the other for more than the price of this license, except for intent, gross negligence and the Licensor’s word above.',
  },
  {
    title: 'The store',
    text: 'Slide brings the parties together and keeps this document. It is not a party to this license.',
  },
  {
    title: 'If a part is not valid',
    text: 'The other parts stay as they are. Changes to this license are made in writing by both parties.',
  },
]

const leaseInFull = (isCreditRequired: boolean): Clause[] => [
  {
    title: 'Parties',
    text: 'The Licensor and the Licensee are the people named on the first page by their legal names.',
  },
  {
    title: 'The new song',
    text: 'The Licensee may add a voice and further sounds to {work}, cut it, and change its tempo and key. One song results from it; edits and remixes of this song count as the same song.',
  },
  {
    title: 'Limits',
    text: 'The limits on the first page count worldwide and over the whole life of the song, on all platforms together. A kind of use that has no figure there is not part of this license.',
  },
  credit(isCreditRequired),
  {
    title: 'Earnings',
    text: 'Within the limits the Licensee keeps all earnings of the song. Each party registers its own share of the composition: the Licensor for the music of the {kind}, the Licensee for the words and what was added.',
  },
  NOT_ALLOWED,
  {
    title: 'No transfer',
    text: 'The Licensee may let a label or a distributor publish the song. The license itself can’t be sold, lent or passed on.',
  },
  {
    title: 'Later exclusive sale',
    text: 'The Licensor may sell the {kind} exclusively to somebody else. This license then stays valid within its limits.',
  },
  {
    title: 'More use',
    text: 'Before a limit is passed, the Licensee takes a larger license or asks the Licensor for one. What was paid for this license is taken off the price of a larger one of the same {kind}.',
  },
  ...COMMON,
]

const EXCLUSIVE_IN_FULL: Clause[] = [
  {
    title: 'Parties',
    text: 'The Licensor and the Licensee are the people named on the first page by their legal names.',
  },
  {
    title: 'Use',
    text: 'The Licensee may use {work} in any number of songs and videos, add a voice and further sounds, cut it, and change its tempo and key, in all media and all countries.',
  },
  {
    title: 'Exclusive',
    text: 'From the day of this license the Licensor grants no further license of the {kind} and takes it off sale everywhere. Packs that contain it leave the store until it is taken out of them.',
  },
  {
    title: 'Earlier leases',
    text: 'Leases that were sold before that day stay valid within their limits. The Licensee makes no claim against their holders for uses within these limits.',
  },
  {
    title: 'Earnings',
    text: 'The Licensee keeps all earnings of recordings made with the {kind}. Each party registers its own share of the composition.',
  },
  {
    title: 'Transfer',
    text: 'The Licensee may transfer this license as a whole, in writing, and tells the Licensor the new holder’s name. It can’t be split.',
  },
  {
    title: 'Authorship',
    text: 'The Licensor stays the author of the {kind} and may show it as own work. The Licensee does not claim to have made it.',
  },
  ...COMMON,
]

/** The words of a license. Purchases keep the version that they were made under. */
export function wordsOf(type: LicenseType): LicenseWords {
  if (type === 'EXCLUSIVE')
    return {
      lead: 'The Licensee may, with any number of songs made from {source}',
      short: EXCLUSIVE_IN_SHORT,
      full: EXCLUSIVE_IN_FULL,
    }
  const isCreditRequired = LICENSES[type].credit === 'Required'
  return {
    lead: 'The Licensee may, with one new song made from {source}',
    short: leaseInShort(isCreditRequired),
    full: leaseInFull(isCreditRequired),
  }
}
