import type { Switch } from '#contract/house-values.ts'
import { Note } from '#web/ui/note.tsx'
import { useStopped } from './use-stopped.ts'

/** The operator's words while this is stopped. */
export function StoppedNote({ what }: { what: Switch }) {
  const stopped = useStopped().find((part) => part.what === what)
  return (
    stopped && (
      <div role="status">
        <Note tone="warn">{stopped.reason}</Note>
      </div>
    )
  )
}
