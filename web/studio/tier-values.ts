import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType, ONE_LICENSE } from '#contract/license-types.ts'
import { dollarsOf, isPriceAboveZero } from './field-checks.ts'

export type Tier = Record<`${LicenseType}-price`, string> & Record<`${LicenseType}-on`, boolean>

export const emptyTiers: Tier = {
  'MP3-on': true,
  'MP3-price': '',
  'WAV-on': false,
  'WAV-price': '',
  'PREMIUM-on': false,
  'PREMIUM-price': '',
  'EXCLUSIVE-on': false,
  'EXCLUSIVE-price': '',
}

const isSent = (values: Tier, type: LicenseType) => values[`${type}-on`] && values[`${type}-price`] !== ''

/** A license without a price is not sent, as long as another one has a price. */
function priceFault(type: LicenseType, values: Tier) {
  const price = values[`${type}-price`]
  if (!values[`${type}-on`]) return undefined
  if (price) return isPriceAboveZero(price) ? undefined : 'Enter a price above 0.'
  const firstOn = LICENSE_TYPES.find((one) => values[`${one}-on`])
  return firstOn === type && !LICENSE_TYPES.some((one) => isSent(values, one)) ? ONE_LICENSE : undefined
}

/** All four licenses; those that are left out are off. */
export const tiersOf = (licenses: readonly { type: LicenseType; enabled: boolean; price: number }[]) =>
  Object.fromEntries(
    LICENSE_TYPES.flatMap((type) => {
      const had = licenses.find((license) => license.type === type)
      return [
        [`${type}-on`, had?.enabled ?? false],
        [`${type}-price`, had && had.price > 0 ? had.price.toFixed(2) : ''],
      ]
    }),
  ) as Tier

export const tierSwitches = LICENSE_TYPES.map((type) => `${type}-on` as const)
export const tierFields = LICENSE_TYPES.flatMap((type) => [`${type}-on`, `${type}-price`] as const)

/** The names of the fields in the list of faults. */
export const tierNames: Partial<Record<keyof Tier, string>> = {
  'MP3-on': 'licenses',
  ...Object.fromEntries(LICENSE_TYPES.map((type) => [`${type}-price`, LICENSE_NAMES[type]])),
}

/** Without any license on, the fault stands at the first one. */
export const oneIsOn = (_: string | boolean, values: Partial<Tier>) =>
  LICENSE_TYPES.some((type) => values[`${type}-on`]) ? undefined : ONE_LICENSE

export const tierChecks = {
  'MP3-on': oneIsOn,
  ...(Object.fromEntries(
    LICENSE_TYPES.map((type) => [`${type}-price`, (_: string | boolean, values: Tier) => priceFault(type, values)]),
  ) as Record<`${LicenseType}-price`, (value: string | boolean, values: Tier) => string | undefined>),
}

export const licensesOf = (values: Tier) =>
  LICENSE_TYPES.filter((type) => isSent(values, type)).map((type) => ({
    type,
    enabled: true,
    price: dollarsOf(values[`${type}-price`]),
  }))
