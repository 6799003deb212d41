import { z } from 'zod'
import { LICENSE_TYPES } from './license-types.ts'

export const License = z
  .object({
    id: z.int(),
    type: z.enum(LICENSE_TYPES),
    name: z.string(),
    price: z.number().describe('In dollars'),
    enabled: z.boolean(),
    featured: z.boolean().describe('Recommended by the producer'),
    files: z.array(z.enum(['MP3', 'WAV', 'STEMS', 'PROJECT', 'ARCHIVE'])).describe('Files that are really delivered'),
    features: z.array(z.string()),
    sold: z.int().describe('How many were sold before'),
  })
  .meta({ id: 'License' })
export type License = z.infer<typeof License>
