import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uploadPurposes } from './upload-purposes.ts'

const Purpose = z.enum(Object.keys(uploadPurposes) as [keyof typeof uploadPurposes], 'There is no such purpose.')

/** The details of a refused file: they name the limits. */
export const fileErrors = {
  too_large: z.object({ maxBytes: z.int() }),
  wrong_file_type: z.object({ endings: z.array(z.string()) }),
}

export const Upload = z
  .object({
    id: z.string(),
    purpose: Purpose,
    name: z.string(),
    size: z.int(),
    received: z.int(),
    isComplete: z.boolean(),
    sha256: z.string().nullable().describe('The sum of the whole file, in hexadecimal; null until it is complete'),
    url: z.string().nullable().describe('Plays or shows the complete file for ten minutes without a header'),
    expiresAt: z.iso.datetime().describe('The upload is removed then unless something uses it'),
  })
  .meta({ id: 'Upload' })

export const UploadId = z.string().regex(/^[\w-]{22}$/, 'There is no such upload.')
const params = z.object({ id: UploadId })

export const uploads = {
  send: endpoint({
    method: 'POST',
    path: '/uploads/:purpose',
    auth: 'user',
    summary: 'Upload a file in one piece; large files travel better by tus at /api/uploads',
    params: z.object({ purpose: Purpose }),
    files: { file: { purpose: ':purpose' } },
    reply: Upload,
    errors: fileErrors,
  }),
  one: endpoint({
    method: 'GET',
    path: '/me/uploads/:id',
    auth: 'user',
    summary: 'The state of an own upload',
    params,
    reply: Upload,
  }),
  file: endpoint({
    method: 'GET',
    path: '/me/uploads/:id/file',
    auth: 'user',
    summary: 'The file of an own upload',
    params,
    reply: { fileTypes: ['application/octet-stream'] },
  }),
}
