import { z } from 'zod'
import { numberIn } from './number-in.ts'
import { id } from './paging.ts'
import { BPM_HIGHEST, BPM_LOWEST, FLAGS, KEYS, MOODS, MOST_DOLLARS, TAG_LONGEST, TAGS_MOST } from './filter-values.ts'
import { LICENSE_TYPES } from './license-types.ts'
import { oneLine } from './text.ts'

/** One line, with accents as titles and tags have them. */
const asStored = (text: string) => oneLine(text).normalize('NFC')

/** Several values in one parameter, with commas between them; each counts once. */
const listOf = <T extends z.ZodType<string, string>>(value: T, most: number) =>
  z
    .string()
    .max(600)
    .overwrite(oneLine)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(value).max(most, `Give at most ${most}.`))

const between = (least: number, most: number) =>
  z.number('Give a number.').min(least, `Give at least ${least}.`).max(most, `Give at most ${most}.`)
const bpm = numberIn(between(BPM_LOWEST, BPM_HIGHEST).int('Give a whole number.')).optional()
const dollars = numberIn(between(0, MOST_DOLLARS)).optional()

export const kinds = listOf(z.enum(['BEAT', 'PACK', 'KIT'], 'Kinds are BEAT, PACK and KIT.'), 3).optional()

/** The filters of a list; all that are given must hold. */
export const filters = {
  style: listOf(z.string().regex(/^[a-z0-9-]{1,60}$/, 'Give the slug of a style.'), 13)
    .optional()
    .describe('Slugs of styles, any of them'),
  bpmMin: bpm.describe('Items without BPM always pass'),
  bpmMax: bpm,
  halfTime: z.stringbool().optional().describe('Half and double the tempo pass too: 70 finds 140'),
  key: z.enum(KEYS, 'Give a key such as F#m.').optional(),
  compatibleKeys: z.stringbool().optional().describe('Keys that mix well with it pass too'),
  mood: listOf(z.enum(MOODS), MOODS.length).optional().describe('Any of them'),
  tags: listOf(z.string().overwrite(asStored).max(TAG_LONGEST), TAGS_MOST).optional().describe('All of them'),
  priceMin: dollars,
  priceMax: dollars,
  license: z.enum(LICENSE_TYPES).optional().describe('On offer'),
  producer: id.optional(),
  flags: listOf(z.enum(FLAGS), FLAGS.length).optional().describe('Any of them'),
}

export type Filters = z.infer<z.ZodObject<typeof filters>>

/** The words of a search. Control and direction characters are removed first. */
export const searchText = z.string().max(200, 'Search for at most 200 characters.').overwrite(asStored)
