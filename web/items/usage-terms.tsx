import { furtherTerms, LICENSES } from '#contract/license-terms.ts'
import type { License } from '#contract/licenses.ts'

const files = { MP3: 'MP3', WAV: 'WAV', STEMS: 'Stems', PROJECT: 'Project', ARCHIVE: 'Archive' }

/** What a licence allows, and what is delivered with it. */
export function UsageTerms({ license }: { license: Pick<License, 'type' | 'files'> }) {
  const { copies, streams } = LICENSES[license.type]
  const terms = [
    ['Copies', copies],
    ['Streams', streams],
    ['Files received', license.files.map((file) => files[file]).join(', ')],
  ]
  return (
    <>
      <dl className="num">
        {terms.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rail/60 py-2.5">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-3 grid gap-1.5 text-soft">
        {furtherTerms(license.type).map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </>
  )
}
