import { useState } from 'react'
import type { SoldLicense } from '#contract/license-papers.ts'
import { fileSize } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Hash } from './hash.tsx'

const SHOWN = 6

export function LicensedFiles({ files }: Pick<SoldLicense, 'files'>) {
  const [all, setAll] = useState(false)
  const shown = all ? files : files.slice(0, SHOWN)
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="font-bold">
        Files of this license
      </h2>
      <ul className="mt-3">
        {shown.map(({ name, bytes, sha256, version }) => (
          <li key={`${sha256} ${name} ${version}`} className="border-t border-rail/60 py-2.5">
            <p className="flex justify-between gap-4">
              <b className="truncate">{name}</b>
              {bytes !== null && <span className="num flex-none text-dim">{fileSize(bytes)}</span>}
            </p>
            <p className="mt-0.5 text-sm text-dim">
              <Hash of={sha256} />
            </p>
          </li>
        ))}
      </ul>
      {files.length > shown.length && (
        <Button size={36} className="mt-2" onClick={() => setAll(true)}>
          Show all {files.length}
        </Button>
      )}
    </section>
  )
}
