import { usageTerms } from '#contract/license-terms.ts'
import type { License } from '#contract/licenses.ts'
import { cx } from '#web/ui/cx.ts'

const FILES = { MP3: 'MP3', WAV: 'WAV', STEMS: 'Stems', PROJECT: 'Project', ARCHIVE: 'ZIP' }
/** Where MP3s were made of the tracks of a pack, its archive holds their WAVs. */
export const fileWord = (file: keyof typeof FILES, all: License['files']) =>
  file === 'ARCHIVE' && all.includes('MP3') ? FILES.WAV : FILES[file]
export const fileNames = ({ files }: Pick<License, 'files'>) => files.map((file) => fileWord(file, files)).join(', ')

type Props = { license: Pick<License, 'type' | 'files'>; className?: string }

/** The uses and files that a license includes. `className` sets the columns. */
export const UsageTerms = ({ license, className }: Props) => (
  <dl className={cx('num grid gap-x-8', className)}>
    {[...usageTerms(license.type), { name: 'Files received', value: fileNames(license) }].map(({ name, value }) => (
      <div key={name} className="flex justify-between gap-4 border-b border-rail/60 py-2.5">
        <dt className={value ? 'text-soft' : 'font-semibold'}>{name}</dt>
        <dd className="text-right font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)
