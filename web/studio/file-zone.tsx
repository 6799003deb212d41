import type { Draft, DraftFile } from './draft.ts'
import { DropZone, type DropZoneProps } from './drop-zone.tsx'

type Props<V, F> = Omit<DropZoneProps, 'name'> & { draft: Draft<V, F>; name: DraftFile }

/** The drop zone of a form. After a reload it names the file that was half sent. */
export function FileZone<V, F>({ draft, ...zone }: Props<V, F>) {
  const unfinished = draft((state) => state.unfinished[zone.name])
  return (
    <div>
      <DropZone {...zone} />
      {unfinished && (
        <p role="status" className="mt-1.5 text-[13px] wrap-anywhere text-warn">
          Choose {unfinished} again. It goes on where it stopped.
        </p>
      )}
    </div>
  )
}
