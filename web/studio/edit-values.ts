import type { Kind } from '#contract/item.ts'
import { KEYS } from '#contract/filter-values.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import { FANS_OF_MOST, tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/failure.ts'

export type Tier = Record<`${LicenseType}-price`, string> & Record<`${LicenseType}-on`, boolean>
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
  ...Object.fromEntries(
    item.licenses.flatMap(({ type, enabled, price }) => [
      [`${type}-on`, enabled],
      [`${type}-price`, price > 0 ? price.toFixed(2) : ''],
    ]),
  ),
})

const tempo = (value: string | boolean) =>
  value === '' || (Number(value) >= 30 && Number(value) <= 300) ? undefined : 'A tempo is 30 to 300.'
export const isPrice = (value: string) => /^\d{1,6}([.,]\d{1,2})?$/.test(value)
export const dollarsOf = (value: string) => Number(value.replace(',', '.'))
export const namesOf = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** The checks of the fields that this kind has. */
export const checksOf = ({ kind, licenses }: OwnItemDetail) => ({
  title: (value: string | boolean) => (String(value).trim() ? undefined : 'Give a title.'),
  ...(kind === 'BEAT' && { bpm: tempo }),
  ...(kind === 'KIT' && {
    bpmMin: tempo,
    bpmMax: tempo,
    price: (value: string | boolean) =>
      isPrice(String(value)) ? undefined : 'Give a price from 0 to 999,999 with at most two decimals.',
  }),
  fansOf: (value: string | boolean) =>
    namesOf(String(value)).length > FANS_OF_MOST ? 'Give at most three names.' : undefined,
  ...Object.fromEntries(
    licenses.map(({ type }) => [
      `${type}-price`,
      (value: string | boolean, values: EditValues) =>
        !values[`${type}-on`] || (isPrice(String(value)) && dollarsOf(String(value)) > 0)
          ? undefined
          : 'Enter a price above 0.',
    ]),
  ),
})

const numberOf = (value: string) => (value === '' ? null : Number(value))

/** Saves the fields of this kind, then the licenses. A rejected item then returns to review. */
export async function save(item: OwnItemDetail, values: EditValues) {
  const { id, kind, licenses } = item
  const { title, description } = values
  const genre = values.genre === item.genre ? {} : { genre: values.genre } // a sent genre chooses the style anew
  const params = { id }
  const tags = tagsOf(values.tags)
  const key = KEYS.find((one) => one === values.key) ?? null
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
  if (kind !== 'KIT' && licenses.length > 0) await saveLicenses(item, values).catch(tellThatLicensesFailed)
  if (item.statusLabel === 'Rejected') await call('POST /me/items/:id/resubmit', { params })
}

class LicensesFailed extends Error {}
function tellThatLicensesFailed(cause: unknown): never {
  throw new LicensesFailed('', { cause })
}

export function saveFailure(error: unknown, kind: Kind) {
  if (error instanceof LicensesFailed) return sentenceOf(error.cause, 'Failed to save license prices')
  return sentenceOf(error, kind === 'KIT' ? 'Failed to update kit.' : 'Failed to save details')
}

async function saveLicenses({ id, kind, licenses }: OwnItemDetail, values: EditValues) {
  const body = licenses.map(({ id, type, price }) => ({
    id,
    enabled: values[`${type}-on`] === true,
    price: values[`${type}-price`] ? dollarsOf(values[`${type}-price`]!) : price,
  }))
  const route = kind === 'PACK' ? 'PATCH /me/packs/:id/licenses' : 'PATCH /me/beats/:id/licenses'
  await call(route, { params: { id }, body })
}
