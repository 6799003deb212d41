import { useUploads, type RunningUpload, type SentItem } from './uploads.ts'

const { getState: get, setState: set } = useUploads

export const findUpload = (key: number | undefined) => get().uploads.find((upload) => upload.key === key)

export const addUpload = (upload: RunningUpload) => set(({ uploads }) => ({ uploads: [...uploads, upload] }))

export const changeUpload = (key: number, change: Partial<RunningUpload>) =>
  set(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
  }))

export const removeUpload = (key: number) =>
  set(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }))

export const addItem = (item: SentItem) =>
  set(({ items }) => ({ items: [...items.filter(({ id }) => id !== item.id), item] }))

export const removeItem = (id: number) => set(({ items }) => ({ items: items.filter((item) => item.id !== id) }))

/** After signing out. */
export const removeAll = () => set({ uploads: [], items: [] })
