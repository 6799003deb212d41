import { call } from '#web/api/call.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'

export const uploadDialog = onDemand(() => import('./upload-dialog.tsx'))

export const openUpload = () => uploadDialog.use((dialog) => dialog.openUpload())

/** Opens the form of a kept draft. */
export async function completeDraft(id: number) {
  const item = await call('GET /me/beats/:id', { params: { id } })
  uploadDialog.use((dialog) => dialog.openDraft(item))
}
