// This file imports no zod: server and screens read it.

/** What the operator can stop, each alone. */
export const SWITCHES = ['uploads', 'checkout', 'payouts'] as const
export type Switch = (typeof SWITCHES)[number]

export const SWITCH_WORDS: Record<Switch, { name: string; stops: string }> = {
  uploads: {
    name: 'Uploads',
    stops: 'No new file is taken. Files that are on their way arrive, and forms can be sent.',
  },
  checkout: { name: 'Checkout', stops: 'No new order is begun. Orders whose payment was begun are completed.' },
  payouts: { name: 'Payouts', stops: 'No payout is sent. Payouts that were sent are followed, all others wait.' },
}

type NumberSetting = { type: 'number'; unit: string; least: number; most: number; default: number }
type YesNoSetting = { type: 'boolean'; default: boolean }
type SettingFacts = { label: string; hint: string } & (NumberSetting | YesNoSetting)

/** What can be changed while the shop runs. */
export const SETTINGS = {
  lookAbove: {
    label: 'Look at payouts above',
    hint: 'A larger payout waits until a person approves it.',
    type: 'number',
    unit: 'dollars',
    least: 0,
    most: 10_000,
    default: 500,
  },
  lookFirst: {
    label: 'Look at the first payout to an address',
    hint: 'It waits until a person approves it.',
    type: 'boolean',
    default: true,
  },
  lookFlagged: {
    label: 'Look at payouts with a flag',
    hint: 'The last one came back, or a sale is disputed.',
    type: 'boolean',
    default: true,
  },
  uploadsAtOnce: {
    label: 'Uploads of one account',
    hint: 'Files on their way, and complete ones that no form has taken yet.',
    type: 'number',
    unit: 'files',
    least: 5,
    most: 100,
    default: 20,
  },
  uploadRoom: {
    label: 'Room for the uploads of one account',
    hint: 'For the same files, in all.',
    type: 'number',
    unit: 'GB',
    least: 2,
    most: 100,
    default: 5,
  },
  freeDisk: {
    label: 'Disk space that stays free',
    hint: 'New uploads are refused before less is left for the database.',
    type: 'number',
    unit: 'MB',
    least: 128,
    most: 100_000,
    default: 512,
  },
} as const satisfies Record<string, SettingFacts>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
export type SettingValue = number | boolean
export type SettingValues = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['type'] extends 'number' ? number : boolean
}

/** Why a value can't be taken. */
export function faultOfSetting(name: SettingName, value: unknown): string | undefined {
  const facts: SettingFacts = SETTINGS[name]
  if (facts.type === 'boolean') return typeof value === 'boolean' ? undefined : 'Choose yes or no.'
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'Give a whole number.'
  if (value < facts.least) return `Give at least ${facts.least}.`
  return value > facts.most ? `Give at most ${facts.most}.` : undefined
}
