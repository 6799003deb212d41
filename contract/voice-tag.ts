import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fileErrors } from './uploads.ts'

const VoiceTag = z
  .object({
    tag: z
      .object({
        durationInSeconds: z.number(),
        url: z.string().describe('Plays for ten minutes without a header'),
      })
      .nullable()
      .describe('Null: previews carry the tag of the shop'),
  })
  .meta({ id: 'VoiceTag' })
export type VoiceTag = z.infer<typeof VoiceTag>

const path = '/me/voice-tag'

export const voiceTag = {
  show: endpoint({ method: 'GET', path, auth: 'user', summary: 'The own voice tag of previews', reply: VoiceTag }),
  set: endpoint({
    method: 'POST',
    path,
    auth: 'user',
    summary: 'Set the own voice tag: WAV or MP3, up to five seconds; previews that are made from now on carry it',
    files: { tag: { purpose: 'voiceTag' } },
    reply: VoiceTag,
    errors: fileErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    auth: 'user',
    summary: 'Remove the own voice tag; previews get the tag of the shop',
    reply: VoiceTag,
  }),
}
