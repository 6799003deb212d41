import { onDemand } from '#web/on-demand/on-demand.ts'

export const uploadDialog = onDemand(() => import('./upload-dialog.tsx'))

export const openUpload = () => uploadDialog.use((dialog) => dialog.openUpload())
