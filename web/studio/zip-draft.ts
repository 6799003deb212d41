import type { FileToSend } from '#web/uploads/start-upload.ts'
import { chooseFile, type Draft } from './draft.ts'
import { listZip, type ZippedFile } from './zip-list.ts'

type New = {
  file: FileToSend
  purpose: 'packZip' | 'kitZip'
  /** The files in it, if they are known. */
  holds?: ZippedFile[] | undefined
  open: () => void
}

/** Sends the archive of a pack or kit, and reads which files it holds. */
export async function chooseZip<V>(draft: Draft<V, ZippedFile[]>, { file, purpose, holds, open }: New) {
  const key = chooseFile(draft, { name: 'zip', purpose, file, open })
  const found = holds ?? (file instanceof File ? await listZip(file) : null)
  if (draft.getState().files.zip?.key === key) draft.setState({ found })
}
