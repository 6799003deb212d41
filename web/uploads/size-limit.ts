import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { exactly } from '#web/items/format.ts'

const MB = 1024 * 1024

/** 100 MB, 2 GB */
export function sizeLimit(purpose: UploadPurpose) {
  const megabytes = uploadPurposes[purpose].maxBytes / MB
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${exactly(megabytes)} MB`
}
