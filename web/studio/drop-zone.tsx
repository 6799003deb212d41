import { useId, useState, type DragEvent, type ReactNode } from 'react'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { cx } from '#web/ui/cx.ts'
import { Fault } from '#web/ui/fault.tsx'
import { acceptOf, dropFault } from './drop-fault.ts'

type Files = readonly [File, ...File[]]

export type DropZoneProps = {
  /** The field’s name, at which a form finds it to give it the focus. */
  name: string
  purpose: UploadPurpose
  /** The zone's purpose and its limits. */
  children: ReactNode
  onFiles: (files: Files) => void
  /** For a zone that takes several files: why these can’t be taken, and the endings that the picker offers. */
  several?: { faultOf: (files: readonly File[]) => string | undefined; accept: string }
  /** The form’s message. */
  error?: string | undefined
  className?: string
}

/** Takes a file, dropped or picked. It is a native file input, so keys and screen readers know it. */
export function DropZone({ name, purpose, children, onFiles, several, error, className }: DropZoneProps) {
  const id = useId()
  const [fault, setFault] = useState('')
  const [isOver, setIsOver] = useState(false)
  const shown = fault || error
  const take = (files: readonly File[]) => {
    const found = several ? several.faultOf(files) : dropFault(files, purpose)
    setFault(found ?? '')
    if (!found) onFiles(files as unknown as Files)
  }
  const over = (isHere: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isHere)
  }
  return (
    <div
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        take([...event.dataTransfer.files])
      }}
    >
      <label
        className={cx(
          'relative flex cursor-pointer items-center gap-3 rounded-sm border-2 border-dashed p-3 text-[13px] text-soft hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
          shown ? 'border-bad' : isOver ? 'border-ink bg-[oklch(1_0_0/.05)]' : 'border-edge',
          className,
        )}
      >
        <input
          type="file"
          name={name}
          accept={several?.accept ?? acceptOf(purpose)}
          multiple={several !== undefined}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? id : undefined}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = '' // so that the same file can be chosen again
            if (files.length > 0) take(files)
          }}
          className="sr-only"
        />
        {children}
      </label>
      <Fault id={id} role="alert" className={cx('mt-1.5', !shown && 'sr-only')}>
        {shown}
      </Fault>
    </div>
  )
}
