import type { LineItem } from '#contract/checkout.ts'
import { exactly, fileSize } from '#web/items/format.ts'
import { fileWord } from '#web/items/usage-terms.tsx'

/** The files of a line in few words. */
export const LineFiles = ({ type, item }: { type: 'beat' | 'pack' | 'kit'; item: LineItem }) => (
  <p className="num flex flex-wrap gap-1">
    <span className="sr-only">Files: </span>
    {wordsOf(type, item).map((word) => (
      <span
        key={word}
        className="rounded-xs bg-step px-1.5 text-[12px] leading-5 font-semibold text-soft forced-colors:border"
      >
        {`${word} `}
      </span>
    ))}
  </p>
)

/** A pack's MP3s and WAVs are as many as its tracks. */
function wordsOf(type: 'beat' | 'pack' | 'kit', { files, trackCount, bytes }: LineItem) {
  if (type === 'kit') return [trackCount === 1 ? '1 file' : `${exactly(trackCount)} files`, fileSize(bytes)]
  return files.map((file) => {
    const word = fileWord(file, files)
    return type === 'pack' && (file === 'MP3' || file === 'WAV') ? `${trackCount} ${word}` : word
  })
}
