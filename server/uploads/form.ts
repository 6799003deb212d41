import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FilePart } from '#contract/endpoint.ts'
import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { asOnlyWriter, finish, writeInto } from './receive.ts'
import { reserve, tooLarge } from './reserve.ts'
import type { UploadRow } from './rows.ts'
import { discardUpload } from './sweep.ts'

const FORM_OVERHEAD = 1024 * 1024 // boundaries and fields
const LIMITS = { fields: 50, fieldSize: FORM_OVERHEAD, fieldNameSize: 100, files: 20, parts: 70, headerPairs: 50 }

export type ReceivedForm = { fields: Record<string, unknown>; files: Record<string, UploadRow> }

/** Receives a form: each of its files becomes a complete upload. After an error none of them stays. */
export async function receiveForm(
  app: App,
  request: FastifyRequest,
  accountId: number,
  parts: Record<string, FilePart>,
): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Send a form (content-type: multipart/form-data).')
  const purposes = purposesOf(parts, request.params)
  const room = roomFor(request, Object.values(purposes))
  const form: ReceivedForm = { fields: {}, files: {} }
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: Infinity } })) {
      const name = part.fieldname
      if (Object.hasOwn(form.fields, name) || Object.hasOwn(form.files, name))
        throw invalid({ [name]: 'Send this field once.' })
      if (part.type === 'field') form.fields[name] = part.value
      else form.files[name] = await receiveFile(app, accountId, purposes[name], part, room)
    }
    for (const [name, { optional }] of Object.entries(parts))
      if (!optional && !form.files[name]) throw invalid({ [name]: 'Choose a file.' })
    return form
  } catch (error) {
    await discardForm(app, form)
    throw error
  }
}

export async function discardForm(app: App, { files }: ReceivedForm) {
  for (const { id, accountId } of Object.values(files)) await discardUpload(app, id, accountId).catch(() => {})
}

function purposesOf(parts: Record<string, FilePart>, params: unknown): Record<string, UploadPurpose> {
  const named = (params as { purpose?: UploadPurpose } | undefined)?.purpose
  const entries = Object.entries(parts).flatMap(([part, { purpose }]) => {
    const own = purpose === ':purpose' ? named : purpose
    return own ? [[part, own] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The largest size that a file of this form can have. A form that must be too large is refused before it is read. */
function roomFor({ headers }: FastifyRequest, purposes: UploadPurpose[]) {
  const most = purposes.reduce((sum, purpose) => sum + uploadPurposes[purpose].maxBytes, 0)
  const announced = Number(headers['content-length'] ?? Infinity)
  if (announced !== Infinity && announced > most + FORM_OVERHEAD && purposes[0]) throw tooLarge(purposes[0])
  return announced
}

async function receiveFile(
  app: App,
  accountId: number,
  purpose: UploadPurpose | undefined,
  { file, filename, fieldname, mimetype }: MultipartFile,
  room: number,
) {
  if (!purpose) throw invalid({ [fieldname]: 'There is no such file in this form.' })
  const { maxBytes } = uploadPurposes[purpose]
  const { row, draft } = await reserve(app, {
    accountId,
    purpose,
    name: filename ?? '',
    mediaType: mimetype.slice(0, 200),
    size: Math.min(maxBytes, room),
  })
  try {
    const stopping = new ApiError(503, 'stopping', 'The server is stopping. Try again in a moment.')
    const connection = { stop: () => void file.destroy(stopping), isClosed: () => false }
    return await asOnlyWriter(app, row.id, connection, async () => {
      await writeInto(app, row, draft, file, { maxBytes, tooMuch: () => tooLarge(purpose), saveBetween: false })
      if (draft.size === 0) throw invalid({ [fieldname]: 'The file is empty.' })
      return finish(app, row, draft)
    })
  } catch (error) {
    await discardUpload(app, row.id, accountId).catch(() => {})
    throw error
  }
}
