import { chooseFile, type Draft } from './draft.ts'
import type { zipFiles } from './zip-files.ts'
import { listZip, type ZippedFile } from './zip-list.ts'

type New = {
  file: File | ReturnType<typeof zipFiles>
  purpose: 'packZip' | 'kitZip'
  open: () => void
}

/** Sends the archive of a pack or kit, and reads which files it holds. Names and order of a list that was kept stay. */
export async function chooseZip<V>(draft: Draft<V, ZippedFile[]>, { file, purpose, open }: New) {
  const key = chooseFile(draft, { name: 'zip', purpose, file, open })
  const found = file instanceof File ? await listZip(file) : file.files
  const { files, found: kept } = draft.getState()
  if (files.zip?.key === key && !(kept && found && areSame(kept, found))) draft.setState({ found })
}

function areSame(some: readonly ZippedFile[], others: readonly ZippedFile[]) {
  const paths = new Set(some.map(({ path }) => path))
  return some.length === others.length && others.every(({ path }) => paths.has(path))
}
