import { useEffect, useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react'
import type { SoldLicense } from '#contract/license-papers.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleX, FileAudio, FileCheck as FoundFile } from '#web/ui/icons.ts'
import { LicensedFiles } from './licensed-files.tsx'
import { Hash } from './hash.tsx'
import { useFileCheck, type Check } from './use-file-check.ts'

type Props = { license: SoldLicense }

/** Compares a file with those of the license. The file stays in the browser. */
export function FileCheck({ license }: Props) {
  const { check, start, reset } = useFileCheck()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wasChecked = useRef(false)
  useEffect(() => {
    if (check.state === 'idle' && wasChecked.current) input.current?.focus()
    wasChecked.current = check.state !== 'idle'
  }, [check.state])
  const over = (isHere: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isHere)
  }
  return (
    <>
      <section aria-labelledby="check">
        <div
          className="rounded-md bg-curb p-5 md:p-6"
          onDragOver={over(true)}
          onDragLeave={over(false)}
          onDrop={(event) => {
            over(false)(event)
            const [file] = event.dataTransfer.files
            if (file) start(file)
          }}
        >
          <h2 id="check" className="text-xl font-bold">
            Is this the licensed file?
          </h2>
          <p className="mt-1.5 mb-5 text-soft">
            Drop a file. It stays on your device: only its fingerprint is compared.
          </p>
          {check.state === 'idle' && <Chooser input={input} isOver={isOver} onFile={start} />}
          <div role="status">
            <Result check={check} license={license} />
          </div>
          {check.state !== 'idle' && (
            <Button size={36} className="mt-4" onClick={reset}>
              {check.state === 'reading' ? 'Cancel' : 'Check another file'}
            </Button>
          )}
        </div>
      </section>
      <LicensedFiles files={license.files} />
    </>
  )
}

type ChooserProps = { input: RefObject<HTMLInputElement | null>; isOver: boolean; onFile: (file: File) => void }

/** A native file input, so keys and screen readers know it. */
const Chooser = ({ input, isOver, onFile }: ChooserProps) => (
  <label
    className={cx(
      'relative grid cursor-pointer justify-items-center gap-3 rounded-sm border-2 border-dashed px-4 py-9 text-soft hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
      isOver ? 'border-ink bg-[oklch(1_0_0/.05)]' : 'border-edge',
    )}
  >
    <input
      ref={input}
      type="file"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = '' // so that the same file can be chosen again
        if (file) onFile(file)
      }}
      className="sr-only"
    />
    <Icon of={FileAudio} size={30} />
    <span>
      <b className="text-ink">Drop a file here</b> or choose one
    </span>
  </label>
)

function Result({ check, license }: Props & { check: Check }) {
  if (check.state === 'idle') return null
  if (check.state === 'reading')
    return (
      <Answer title="Reading the file…" name={check.name} look="border-edge">
        <progress aria-label="Read" value={check.read} className="mt-3 w-full accent-ink" />
      </Answer>
    )
  if (check.state === 'failed')
    return (
      <Answer title="The file could not be read." name={check.name} look="border-warn">
        <p className="mt-3 text-soft">It may have changed or moved meanwhile. Choose it once more.</p>
      </Answer>
    )
  const { name, sha256 } = check
  const same = license.files.find((file) => file.sha256 === sha256)
  if (!same)
    return (
      <Answer
        title="No. This file is not part of the license."
        name={name}
        look="border-bad"
        icon={<Icon of={CircleX} size={26} className="text-bad" />}
      >
        <p className="mt-3 text-soft">
          {/\.zip$/i.test(name)
            ? 'If it is a download of the whole license, unpack it and drop a file from inside: each archive is made anew.'
            : 'A changed or re-exported copy has another fingerprint, even if it sounds the same.'}{' '}
          {listed(license)}
        </p>
        <Rows rows={[['SHA-256', <Hash key="hash" of={sha256} />]]} />
      </Answer>
    )
  return (
    <Answer
      title={
        license.state === 'valid'
          ? 'Yes. This is the licensed file.'
          : 'This is the file, but its license is not in force.'
      }
      name={name}
      look={license.state === 'valid' ? 'border-ok' : 'border-warn'}
      icon={<Icon of={FoundFile} size={26} className={license.state === 'valid' ? 'text-ok' : 'text-warn'} />}
    >
      <Rows
        rows={[
          ['Same as', same.version === null ? same.name : `${same.name}, version ${same.version}`],
          ['SHA-256', <Hash key="hash" of={sha256} />],
        ]}
      />
    </Answer>
  )
}

const listed = ({ files }: SoldLicense) =>
  files.length === 1
    ? 'The one file of this license is listed below.'
    : `The ${files.length} files of this license are listed below.`

type AnswerProps = { title: string; name: string; look: string; icon?: ReactNode; children: ReactNode }

const Answer = ({ title, name, look, icon, children }: AnswerProps) => (
  <div className={cx('rounded-sm border-l-3 bg-wall p-5', look)}>
    <div className="flex gap-3">
      {icon}
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <p className="truncate text-sm text-soft">{name}</p>
      </div>
    </div>
    {children}
  </div>
)

const Rows = ({ rows }: { rows: [name: string, value: ReactNode][] }) => (
  <dl className="mt-3">
    {rows.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
        <dt className="flex-none text-soft">{name}</dt>
        <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
