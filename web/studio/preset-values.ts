import { LICENSE_NAMES, LICENSE_TYPES, ONE_LICENSE } from '#contract/license-types.ts'
import type { LicensePresets } from '#contract/license-presets.ts'
import { price as inDollars } from '#web/items/format.ts'
import { dollarsOf, isPriceAboveZero } from './field-checks.ts'
import { tierFields, tiersOf, type Tier } from './tier-values.ts'

export type Preset = LicensePresets['presets'][number]
type Licenses = Preset['licenses']

/** Why these licenses can't be kept as a preset. */
export function presetFault(tiers: Tier) {
  const on = LICENSE_TYPES.filter((type) => tiers[`${type}-on`])
  if (on.length === 0) return ONE_LICENSE
  const without = on.find((type) => !isPriceAboveZero(tiers[`${type}-price`]))
  return without && `${LICENSE_NAMES[without]} has no price above 0. Give it one, or switch it off.`
}

/** All four licenses; one that is off keeps its price. */
export const presetOf = (tiers: Tier) =>
  LICENSE_TYPES.map((type) => {
    const price = tiers[`${type}-price`]
    return { type, enabled: tiers[`${type}-on`], price: isPriceAboveZero(price) ? dollarsOf(price) : 0 }
  })

/** Whether the form offers just these licenses at these prices. */
export function isTaken(licenses: Licenses, tiers: Tier) {
  const wanted = tiersOf(licenses)
  return LICENSE_TYPES.every((type) => {
    if (tiers[`${type}-on`] !== wanted[`${type}-on`]) return false
    return !wanted[`${type}-on`] || dollarsOf(tiers[`${type}-price`]) === dollarsOf(wanted[`${type}-price`])
  })
}

/** Fills a form with these licenses. */
export function take(licenses: Licenses, fill: (name: keyof Tier, value: string | boolean) => void) {
  const tiers = tiersOf(licenses)
  for (const name of tierFields) fill(name, tiers[name])
}

/** 'MP3 Lease $29.95, WAV Lease $49.95' */
export const presetWords = (licenses: Licenses) =>
  licenses
    .filter(({ enabled }) => enabled)
    .map(({ type, price }) => `${LICENSE_NAMES[type]} ${inDollars(price)}`)
    .join(', ')
