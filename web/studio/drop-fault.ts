import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'

/** Why these files can’t be taken; undefined for one file that can. */
export function dropFault(files: readonly Pick<File, 'name' | 'size'>[], purpose: UploadPurpose) {
  const { endings } = uploadPurposes[purpose]
  const [file] = files
  if (!file) return 'File not accepted'
  if (files.length > 1) return 'Too many files'
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!(endings as readonly string[]).includes(ending)) return refusalOf(purpose)
  return sizeFault(file.size, purpose)
}

const refusalOf = (purpose: UploadPurpose) =>
  purpose === 'kitZip' ? uploadPurposes[purpose].refusal : `File type must be one of ${acceptOf(purpose)}`

export function sizeFault(size: number, purpose: UploadPurpose) {
  const { maxBytes } = uploadPurposes[purpose]
  if (size > maxBytes) return `File is larger than ${maxBytes} bytes`
  return size === 0 ? 'File is smaller than 1 bytes' : undefined
}

/** .mp3, .wav */
export const acceptOf = (purpose: UploadPurpose) =>
  uploadPurposes[purpose].endings.map((ending) => `.${ending}`).join(', ')
