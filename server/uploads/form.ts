import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { FilePart } from '#contract/endpoint.ts'
import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { asOnlyWriter, finish, writeInto } from './receive.ts'
import { reserve, tooLarge } from './reserve.ts'
import type { UploadRow } from './rows.ts'
import { discardUpload } from './sweep.ts'

const FORM_OVERHEAD = 1024 * 1024 // boundaries and fields
const FIELD_BYTES = 64 * 1024
/** One part more than the form has: it is refused by its name, and the rest is never kept. */
const limitsOf = (fields: number, files: number) => ({
  fields: fields + 1,
  fieldSize: FIELD_BYTES,
  files: files + 1,
  fileSize: Infinity,
  parts: fields + files + 1,
  headerPairs: 50,
})

export type ReceivedForm = { fields: Record<string, unknown>; files: Record<string, UploadRow> }

type Parts = { files: Record<string, FilePart>; fields: string[] }

/**
 * Receives a form: each of its files becomes a complete upload. The first fault ends the reading, and none of the files
 * stays.
 */
export async function receiveForm(
  app: App,
  request: FastifyRequest,
  accountId: number,
  parts: Parts,
): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Send a form (content-type: multipart/form-data).')
  const purposes = purposesOf(parts.files, request.params)
  const room = roomFor(request, Object.values(purposes))
  const form: ReceivedForm = { fields: {}, files: {} }
  try {
    const limits = limitsOf(parts.fields.length, Object.keys(parts.files).length)
    for await (const part of readable(request, request.parts({ limits }))) {
      const name: string | undefined = part.fieldname
      if (name === undefined) throw unreadable('A part of this form has no name.')
      if (Object.hasOwn(form.fields, name) || Object.hasOwn(form.files, name))
        throw invalid({ [name]: 'Send this field once.' })
      if (part.type === 'field') form.fields[name] = valueOf(part, parts.fields)
      else form.files[name] = await receiveFile(app, request, accountId, purposes[name], part, room)
    }
    for (const [name, { optional }] of Object.entries(parts.files))
      if (!optional && !form.files[name]) throw invalid({ [name]: 'Choose a file.' })
    return form
  } catch (error) {
    await discardForm(app, form)
    throw error
  }
}

const unreadable = (message: string) => new ApiError(400, 'invalid_form', message)

const FAULTS: Record<string, string> = {
  FST_INVALID_JSON_FIELD_ERROR: 'A field of this form is not valid JSON.',
  FST_PARTS_LIMIT: 'This form has too many parts.',
  FST_FIELDS_LIMIT: 'This form has too many fields.',
  FST_FILES_LIMIT: 'This form has too many files.',
}

/** The parts of a form. An error of their reader is a fault of the form, unless the sender has gone or the server stops. */
async function* readable<Part>({ raw }: FastifyRequest, parts: AsyncIterable<Part>) {
  try {
    yield* parts
  } catch (cause) {
    if (cause instanceof ApiError || (raw.destroyed && !raw.complete)) throw cause
    throw unreadable(FAULTS[(cause as FastifyError).code] ?? 'This form is damaged: it can’t be read to its end.')
  }
}

export async function discardForm(app: App, { files }: ReceivedForm) {
  for (const upload of Object.values(files)) await discardUpload(app, upload).catch(() => {})
}

function valueOf({ fieldname, value, valueTruncated }: MultipartValue, known: string[]) {
  if (!known.includes(fieldname)) throw invalid({ [fieldname]: 'There is no such field in this form.' })
  if (valueTruncated) throw invalid({ [fieldname]: 'This field is too long.' })
  return value
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
  request: FastifyRequest,
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
      await writeInto(app, row, draft, readable(request, file), {
        maxBytes,
        tooMuch: () => tooLarge(purpose),
        saveBetween: false,
      })
      if (draft.size === 0) throw invalid({ [fieldname]: 'The file is empty.' })
      return finish(app, row, draft)
    })
  } catch (error) {
    await discardUpload(app, row).catch(() => {})
    throw error
  }
}
