import { chooseFile, type Draft } from './draft.ts'
import type { zipFiles } from './zip-files.ts'
import { listZip, type ZippedFile } from './zip-list.ts'

type New = {
  file: File | ReturnType<typeof zipFiles>
  purpose: 'packZip' | 'kitZip'
  open: () => void
}

/** Sends the archive of a pack or kit, and reads which files it holds. */
export async function chooseZip<V>(draft: Draft<V, ZippedFile[]>, { file, purpose, open }: New) {
  const key = chooseFile(draft, { name: 'zip', purpose, file, open })
  const found = file instanceof File ? await listZip(file) : file.files
  if (draft.getState().files.zip?.key === key) draft.setState({ found })
}
