import { create } from 'zustand'

/** Hidden notices. The server deletes them when the time to undo is over. `unread`: the server still counts it. */
export const useDeleted = create<Record<number, { unread: boolean }>>(() => ({}))

/** The server's number of unread notices without those that were just deleted here. */
export function useUnread(counted: number) {
  const hidden = useDeleted((deleted) => Object.values(deleted).filter(({ unread }) => unread).length)
  return Math.max(0, counted - hidden)
}
