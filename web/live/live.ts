import type { LiveEvent } from '#contract/notifications.ts'

/** Events from the server while the page is open, by name. */
export type { LiveEvent }
type Name = LiveEvent['event']
type DataOf<N extends Name> = Extract<LiveEvent, { event: N }>['data']

const handlers = new Map<string, Set<(data: never) => void>>()

/**
 * Calls the handler for each event of this name, until the returned function is called. Every tab gets every event
 * once.
 */
export function subscribe<N extends Name>(name: N, handler: (data: DataOf<N>) => void) {
  const ofName = handlers.get(name) ?? new Set()
  handlers.set(name, ofName.add(handler))
  return () => void ofName.delete(handler)
}

/** Calls this tab's handlers. */
export const publish = ({ event, data }: LiveEvent) => handlers.get(event)?.forEach((handler) => handler(data as never))
