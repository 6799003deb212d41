import { ImageUp } from '#web/ui/icons.ts'
import { UploadButtons } from '#web/uploads/upload-buttons.tsx'
import { uploadWords } from '#web/uploads/upload-words.ts'
import { cx } from '#web/ui/cx.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { chooseFile, removeFile, useChosenFile, type Draft } from './draft.ts'
import { FileZone } from './file-zone.tsx'

type Props<V, F> = {
  draft: Draft<V, F>
  purpose: 'cover' | 'kitCover'
  error: string | undefined
  openDraft: () => void
}

const LARGEST = { cover: '10 MB', kitCover: '15 MB' }

/** A picture of one’s own. Without one the server draws the cover from the sound. */
export function CoverField<V, F>({ draft, purpose, error, openDraft }: Props<V, F>) {
  const chosen = useChosenFile(draft, 'cover')
  return (
    <div role="group" aria-label="Cover">
      <p aria-hidden className="mb-1.5 font-semibold">
        Cover <span className="font-normal text-dim">(optional)</span>
      </p>
      {chosen ? (
        <div className="flex gap-3 md:grid">
          {chosen.file instanceof File && <Picture file={chosen.file} />}
          <div className="flex min-w-0 flex-1 items-center gap-2">
            <p
              className={cx(
                'min-w-0 flex-1 text-[13px]',
                chosen.upload.state === 'failed' ? 'text-bad' : 'truncate text-dim',
              )}
            >
              {chosen.upload.state === 'complete' ? chosen.upload.name : uploadWords(chosen.upload)}
            </p>
            <UploadButtons
              upload={chosen.upload}
              onCancel={() => removeFile(draft, 'cover')}
              cancel="Remove"
              name="cover"
            />
          </div>
          {chosen.upload.state !== 'failed' && error && <Fault role="alert">{error}</Fault>}
        </div>
      ) : (
        <FileZone
          draft={draft}
          name="cover"
          error={error}
          purpose={purpose}
          onFiles={([file]) => chooseFile(draft, { name: 'cover', purpose, file, open: openDraft })}
          className="md:aspect-square md:flex-col md:justify-center md:text-center"
        >
          <Icon of={ImageUp} size={28} className="flex-none" />
          <span>
            <b className="block text-[15px] text-ink">Your own picture</b> JPG, PNG or WebP, up to {LARGEST[purpose]}.
            Else we draw one from your sound.
          </span>
        </FileZone>
      )}
    </div>
  )
}

const Picture = ({ file }: { file: File }) => (
  <img
    key={`${file.name} ${file.lastModified}`}
    ref={(image) => {
      const url = URL.createObjectURL(file)
      if (image) image.src = url
      return () => URL.revokeObjectURL(url)
    }}
    alt="Chosen cover"
    className="aspect-square w-29 rounded-sm bg-curb object-cover md:w-full"
  />
)
