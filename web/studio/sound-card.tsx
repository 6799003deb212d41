import { useLayoutEffect, useRef } from 'react'
import type { Line } from '#contract/line.ts'
import { duration, fileSize } from '#web/items/format.ts'
import { waveData } from '#web/items/wave-data.ts'
import { UploadButtons } from '#web/uploads/upload-buttons.tsx'
import { percentSent } from '#web/uploads/upload-words.ts'
import type { RunningUpload } from '#web/uploads/uploads.ts'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { moveWave } from '#web/ui/move-wave.ts'
import { Progress } from '#web/ui/progress.tsx'
import { Wave } from '#web/ui/wave.tsx'
import type { BeatDraft } from './beat-draft.ts'
import { PlayChosen } from './play-chosen.tsx'
import { Sent } from './sent.tsx'

type Props = {
  draft: BeatDraft
  upload: RunningUpload
  line: Line | undefined
  bpm: number
  error: string | undefined
  onRemove: () => void
}

/** The chosen sound. Its wave is bright as far as it is sent. */
export function SoundCard({ draft, upload, line, bpm, error, onRemove }: Props) {
  const found = draft((state) => state.found)
  const chosen = draft(({ files }) => files.audio?.file)
  const { sound, heard } = found ?? {}
  const seconds = heard?.durationInSeconds ?? sound?.durationInSeconds
  const wave = heard ? waveData(heard.wave) : sound
  const facts = [
    upload.name.split('.').at(-1)?.toUpperCase(),
    heard && `${heard.sampleRate / 1000} kHz`,
    seconds && duration(seconds),
    fileSize(upload.size),
  ]
  const fault = found?.fault || upload.fault || error
  return (
    <section aria-label="Chosen file" data-line={line} className="rounded-md bg-curb p-4 pr-3.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        {chosen instanceof File && !fault && <PlayChosen key={upload.key} file={chosen} seconds={seconds} />}
        <div className="min-w-0 flex-1 max-md:basis-[calc(100%-58px)]">
          <p className="truncate font-bold">{upload.name}</p>
          <p className="num text-[13px] text-dim">{facts.filter(Boolean).join(', ')}</p>
        </div>
        {!fault && <Sent upload={upload} />}
        <UploadButtons upload={upload} onCancel={onRemove} cancel="Remove" name="audio" />
      </div>
      {wave && seconds ? (
        <div className="mt-3">
          <BarRuler bpm={bpm} duration={seconds} progress={upload.sent / upload.size} />
          <SentWave {...wave} upload={upload} />
        </div>
      ) : (
        <Progress label={`Upload of ${upload.name}`} value={upload.sent / upload.size} className="mt-3.5" />
      )}
      {fault && (
        <Fault role="alert" className="mt-3">
          {fault}
        </Fault>
      )}
      {heard && heard.clips > 0 && (
        <p className="mt-3 text-[13px] text-warn">
          It is louder than the file can hold in {heard.clips} {heard.clips === 1 ? 'place' : 'places'}, and clips
          there.
        </p>
      )}
    </section>
  )
}

type SentWaveProps = { full: readonly number[]; low: readonly number[]; upload: RunningUpload }

function SentWave({ full, low, upload }: SentWaveProps) {
  const element = useRef<HTMLDivElement>(null)
  const part = upload.sent / upload.size
  useLayoutEffect(() => {
    if (element.current) moveWave(element.current, part)
  }, [part])
  return (
    <Wave
      ref={element}
      runs
      full={full}
      low={low}
      bars={160}
      label={`Waveform of ${upload.name}, uploaded up to ${percentSent(upload)}%`}
      className="mt-1 h-16 w-full"
    />
  )
}
