import type { Kind } from '#contract/item.ts'
import { LICENSE_TYPES } from '#contract/license-types.ts'
import { tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { PartlyDone, sentenceOf } from '#web/api/failure.ts'
import { sellerRoute } from '#web/items/kinds.ts'
import {
  dollarsOf,
  fewNames,
  isPriceAboveZero,
  keyOf,
  namesOf,
  numberOf,
  priced,
  tagFault,
  tempoOrEmpty,
  titled,
} from './field-checks.ts'
import { goesToReview } from './returned.ts'
import { oneIsOn, tiersOf, type Tier } from './tier-values.ts'

export type EditValues = {
  title: string
  genre: string
  price: string
  bpm: string
  bpmMin: string
  bpmMax: string
  key: string
  tags: string
  fansOf: string
  description: string
} & Partial<Tier>

const text = (value: number | null) => (value === null ? '' : String(value))

export const startOf = (item: OwnItemDetail): EditValues => ({
  title: item.proposedTitle ?? item.title,
  genre: item.genre,
  price: text(item.price),
  bpm: text(item.bpm),
  bpmMin: text(item.bpmMin),
  bpmMax: text(item.bpmMax),
  key: item.key ?? '',
  tags: item.tags.join(', '),
  fansOf: item.fansOf.join(', '),
  description: item.description,
  ...(item.kind !== 'KIT' && tiersOf(item.licenses)),
})

/** The checks of the fields that this kind has. */
export const checksOf = ({ kind, licenses }: OwnItemDetail) => ({
  title: titled('Give a title.'),
  ...(kind === 'BEAT' && { bpm: tempoOrEmpty }),
  ...(kind === 'KIT' && { bpmMin: tempoOrEmpty, bpmMax: tempoOrEmpty, price: priced }),
  fansOf: fewNames,
  tags: tagFault,
  ...(licenses.some(({ enabled }) => enabled) && { 'MP3-on': oneIsOn }),
  ...Object.fromEntries(
    LICENSE_TYPES.map((type) => [
      `${type}-price`,
      (value: string | boolean, values: EditValues) =>
        !values[`${type}-on`] || isPriceAboveZero(String(value)) ? undefined : 'Enter a price above 0.',
    ]),
  ),
})

/** Saves the fields of this kind, then the licenses. A rejected or returned item then goes to review. */
export async function save(item: OwnItemDetail, values: EditValues) {
  const { id, kind } = item
  const { title, description } = values
  const genre = values.genre === item.genre ? {} : { genre: values.genre } // a sent genre chooses the style anew
  const params = { id }
  const tags = tagsOf(values.tags)
  const key = keyOf(values.key)
  if (kind === 'BEAT')
    await call('PATCH /me/beats/:id', {
      params,
      body: { title, ...genre, bpm: numberOf(values.bpm), key, tags, description, fansOf: namesOf(values.fansOf) },
    })
  if (kind === 'PACK') await call('PATCH /me/packs/:id', { params, body: { name: title, ...genre, tags, description } })
  if (kind === 'KIT') {
    const [bpmMin, bpmMax] = [numberOf(values.bpmMin), numberOf(values.bpmMax)]
    const body = { name: title, price: dollarsOf(values.price), bpmMin, bpmMax, key, tags, description }
    await call('PATCH /me/kits/:id', { params, body })
  }
  if (kind !== 'KIT') await saveLicenses({ ...item, kind }, values).catch(tellAsRest('Failed to save license prices'))
  if (goesToReview(item))
    await call('POST /me/items/:id/resubmit', { params }).catch(tellAsRest('Failed to save details'))
}

const tellAsRest =
  (otherwise: string) =>
  (cause: unknown): never => {
    throw new PartlyDone(sentenceOf(cause, otherwise), { cause })
  }

export function saveFailure(error: unknown, kind: Kind) {
  if (error instanceof PartlyDone) return error.message
  return sentenceOf(error, kind === 'KIT' ? 'Failed to update kit.' : 'Failed to save details')
}

async function saveLicenses(
  { id, kind, licenses }: OwnItemDetail & { kind: Exclude<Kind, 'KIT'> },
  values: EditValues,
) {
  const body = LICENSE_TYPES.flatMap((type) => {
    const had = licenses.find((license) => license.type === type)
    const enabled = values[`${type}-on`] === true
    if (!had && !enabled) return []
    const typed = values[`${type}-price`]
    return { ...(had ? { id: had.id } : { type }), enabled, price: typed ? dollarsOf(typed) : (had?.price ?? 0) }
  })
  if (body.length === 0) return
  await call(sellerRoute(kind, 'PATCH licenses'), { params: { id }, body })
}
