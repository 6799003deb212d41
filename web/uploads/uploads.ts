import { create } from 'zustand'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'

/** A file on its way to the server. */
export type RunningUpload = {
  key: number
  purpose: UploadPurpose
  name: string
  size: number
  sent: number
  /** `waiting`: for the connection. `complete`: the server has it all, and its form has not been sent yet. */
  state: 'preparing' | 'sending' | 'paused' | 'waiting' | 'complete' | 'failed'
  /** Bytes a second; 0 while it is unknown. */
  speed: number
  /** Why it failed. */
  fault: string
  /** The server's name for the upload; null until it is complete. */
  id: string | null
  /** Opens the form that the file belongs to. */
  open: () => void
}

/** An item whose form was sent: its files are checked, and then it is reviewed. */
export type SentItem = Pick<OwnItemDetail, 'id' | 'title' | 'style' | 'bpm' | 'key'>

/** Everything that the tray shows. It lasts as long as the page. */
export const useUploads = create<{ uploads: readonly RunningUpload[]; items: readonly SentItem[] }>(() => ({
  uploads: [],
  items: [],
}))
