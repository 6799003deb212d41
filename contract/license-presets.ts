import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
import { licensePresetLimits } from './limits.ts'
import { id } from './paging.ts'
import { LicenseType, NewLicenses } from './studio-fields.ts'
import { oneLine, saysSomething } from './text.ts'

const { name } = licensePresetLimits

const PresetLicense = z.object({ type: LicenseType, enabled: z.boolean(), price: z.number().describe('In dollars') })

const LicensePreset = z
  .object({
    id: z.int(),
    name: z.string(),
    licenses: z.array(PresetLicense).describe('A license that is left out is off'),
  })
  .meta({ id: 'LicensePreset' })

const LicensePresets = z
  .object({
    presets: z.array(LicensePreset).describe('By name'),
    newest: z
      .object({ title: z.string(), licenses: z.array(PresetLicense) })
      .nullable()
      .describe('The newest own item with a license that is switched on: its prices are one more choice'),
  })
  .meta({ id: 'LicensePresets' })
export type LicensePresets = z.infer<typeof LicensePresets>

const path = '/me/license-presets'

export const licensePresets = {
  list: endpoint({
    method: 'GET',
    path,
    auth: 'user',
    summary: 'The own presets of licenses and prices, and the prices of the newest item',
    reply: LicensePresets,
  }),
  save: endpoint({
    method: 'POST',
    path,
    auth: 'user',
    summary: 'Save licenses and prices under a name, in the place of a preset of that name; 20 presets at most',
    body: z.object({ name: limitedText(name, oneLine).refine(saysSomething, name.required), licenses: NewLicenses }),
    reply: LicensePreset,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    auth: 'user',
    summary: 'Remove a preset; items keep their prices',
    params: z.object({ id }),
    reply: z.object({ ok: z.literal(true) }),
  }),
}
