import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'

export type UploadKind = 'beat' | 'pack' | 'kit'

export const uploadDialog = onDemand(() => import('./upload-dialog.tsx'))

export const openUpload = (kind: UploadKind) => uploadDialog.use((dialog) => dialog.openUpload(kind))

/** Opens the form of a kept draft, or of an item whose file failed. */
export async function completeDraft({ id, kind }: Pick<OwnItem, 'id' | 'kind'>) {
  const item = await call(ownRoute(kind), { params: { id } })
  uploadDialog.use((dialog) => dialog.openDraft(item))
}
