import { MOST_DOLLARS } from '#contract/filter-values.ts'
import { BILLING_CYCLES, PAID_PLANS } from '#contract/plans.ts'
import { DURATIONS, TIERS } from '#contract/promotion-values.ts'
import { KINDS } from '#web/items/kinds.ts'
import { fieldsOf, idFrom, textFrom } from '#web/stored.ts'
import type { CartLine } from './lines.ts'

type Fields = Record<string, unknown>
const isText = (value: unknown) => Boolean(textFrom(value))
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value)
const isId = (value: unknown) => idFrom(value) !== null
const isLicensed = ({ slug, licenseId, licenseName, licenseType, upgradeOf }: Fields) =>
  isText(slug) &&
  isId(licenseId) &&
  isText(licenseName) &&
  isText(licenseType) &&
  (upgradeOf === undefined || isId(upgradeOf))
/** Subscriptions and promotions have no page in the shop, and so no slug. */
const isElsewhere = (line: Fields) => !('slug' in line)

type Sort = {
  /** Whether the line has all fields of its type. */
  known: (line: Fields) => boolean
  /** The id that the line must have. */
  id: (line: Fields) => string
  /** Default values of fields that may be missing. */
  standards?: Fields
}
const sorts = new Map<unknown, Sort>([
  [
    'beat',
    {
      known: (line) => isId(line.beatId) && isLicensed(line),
      id: ({ beatId, licenseType }) => ['beat', beatId, licenseType].join(':'),
    },
  ],
  ['pack', { known: (line) => isId(line.packId) && isLicensed(line), id: ({ packId }) => ['pack', packId].join(':') }],
  ['kit', { known: (line) => isId(line.kitId) && isText(line.slug), id: ({ kitId }) => ['kit', kitId].join(':') }],
  [
    'subscription',
    {
      known: (line) =>
        isElsewhere(line) &&
        isText(line.planName) &&
        isOneOf(PAID_PLANS, line.planId) &&
        isOneOf(BILLING_CYCLES, line.billingCycle),
      id: ({ planId }) => ['subscription', planId].join(':'),
      standards: { billingCycle: 'monthly', trialDays: 0 },
    },
  ],
  [
    'promotion',
    {
      known: (line) =>
        isElsewhere(line) &&
        isOneOf(KINDS, line.targetType) &&
        isId(line.targetId) &&
        isOneOf(TIERS, line.tier) &&
        isOneOf(DURATIONS, line.days) &&
        Number.isFinite(line.creditsUsed) &&
        Number(line.creditsUsed) >= 0,
      id: ({ targetType, targetId, tier, days }) => ['promo', targetType, targetId, tier, days].join(':'),
      standards: { tier: 'standard', creditsUsed: 0 },
    },
  ],
])

/**
 * Reads a stored line and fills in defaults; null for anything else. Written by hand, because a schema library would be
 * larger than the cart.
 */
export function lineFrom(stored: unknown): CartLine | null {
  const given = fieldsOf(stored)
  const sort = sorts.get(given.type)
  if (!sort) return null
  const line: Fields = { artist: '', img: null, ...sort.standards, ...given, qty: 1 }
  const whole =
    sort.known(line) &&
    line.id === sort.id(line) &&
    isText(line.title) &&
    typeof line.artist === 'string' &&
    (line.img === null || isText(line.img)) &&
    Number.isFinite(line.price) &&
    Number(line.price) >= 0 &&
    Number(line.price) <= MOST_DOLLARS
  return whole ? (line as CartLine) : null
}
