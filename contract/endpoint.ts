import type { z } from 'zod'
import type { UploadPurpose } from './upload-purposes.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with `:name` for parameters. */
  path: string
  /** Callers that are let in: anyone, a signed-in user, or an admin. */
  auth: 'anyone' | 'user' | 'admin'
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  /** Headers by their names in small letters. */
  headers?: z.ZodType
  /** A JSON body; beside `files`, the text fields of the form. */
  body?: z.ZodType
  /** The call is a multipart form; these are its files by field name. */
  files?: Record<string, FilePart>
  reply: z.ZodType | FileReply
  /** The reply is a stream of server-sent events. `reply` describes one of them: `{ event, id, data }`. */
  stream?: true
  /** Errors that carry `details`: the schema of the details by error code. */
  errors?: Record<string, z.ZodType>
}

/** `:purpose` takes the purpose from the parameter of that name. */
export type FilePart = { purpose: UploadPurpose | ':purpose'; optional?: true }

/** The reply is the bytes of a file of one of these media types, with Range and HEAD. */
export type FileReply = { fileTypes: readonly string[] }

export const endpoint = <const E extends Endpoint>(e: E) => e

export const isFileReply = (reply: Endpoint['reply']): reply is FileReply => 'fileTypes' in reply

type Part = 'params' | 'query' | 'headers' | 'body'

type PartsOf<Files, Content> = { [F in keyof Files as Files[F] extends { optional: true } ? never : F]: Content } & {
  [F in keyof Files as Files[F] extends { optional: true } ? F : never]?: Content
}

/** The files of a form; `Content` is a Blob for the caller and a received upload for the handler. */
export type FilesOf<E extends Endpoint, Content> = E extends { files: infer Files }
  ? { files: PartsOf<Files, Content> }
  : unknown

/** The input that the caller passes. Headers may always be left out. */
export type Input<E extends Endpoint> = {
  [P in keyof E & Exclude<Part, 'headers'>]: E[P] extends z.ZodType ? z.input<E[P]> : never
} & (E extends { headers: infer Headers extends z.ZodType } ? { headers?: z.input<Headers> } : unknown) &
  FilesOf<E, Blob>

/** The parsed input that the handler gets. */
export type Parsed<E extends Endpoint> = { [P in keyof E & Part]: E[P] extends z.ZodType ? z.output<E[P]> : never }

/** A file arrives as a Blob. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Blob

/** The codes of errors that carry details. */
export type ErrorCode<E extends Endpoint> = E extends { errors: infer Errors } ? keyof Errors & string : never
export type ErrorDetails<E extends Endpoint, Code extends string> = E extends { errors: infer Errors }
  ? Code extends keyof Errors
    ? Errors[Code] extends z.ZodType
      ? z.output<Errors[Code]>
      : never
    : never
  : never
