import { useQuery } from '@tanstack/react-query'
import { AudioLines, Mic, Square, Trash } from '#web/ui/icons.ts'
import { useEffect, useRef, useState } from 'react'
import type { VoiceTag } from '#contract/voice-tag.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { DropZone } from './drop-zone.tsx'
import { recordVoice, type Recording } from './record-voice.ts'

const refresh = ['GET /me/voice-tag'] as const

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** The seller’s own tag: play it, record or choose another, or remove it. */
export function VoiceTagDialog(props: Props) {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/voice-tag', undefined))
  const set = useAction({
    send: (tag: File) => call('POST /me/voice-tag', { files: { tag } }),
    success: 'Voice tag saved.',
    failure: 'The voice tag could not be saved.',
    refresh,
  })
  const [fault, setFault] = useState('')
  const save = async (file: File) => {
    setFault('')
    const outcome = await set.run(file)
    if (!outcome.done) setFault(outcome.fields.tag ?? outcome.sentence)
  }
  return (
    <Dialog
      {...props}
      title="Your voice tag"
      description="Previews carry it in the place of Slide’s own. Those that were made before stay as they are. “Files” of a beat makes its preview anew."
    >
      <div className="grid gap-5">
        {isError && <Failed again={refetch}>Your voice tag could not be loaded.</Failed>}
        {data?.tag && <Present tag={data.tag} />}
        <div className="flex flex-wrap items-center gap-3">
          <Recorder onSound={(file) => void save(file)} onFault={setFault} />
          <span className="text-[14px] text-soft">Five seconds at most. Say your name.</span>
        </div>
        <DropZone name="tag" purpose="voiceTag" onFiles={([file]) => void save(file)}>
          <Icon of={AudioLines} size={22} className="flex-none" />
          <span>
            <b className="block text-[15px] text-ink">{set.pending ? 'Saving …' : 'Drop a sound, or choose a file'}</b>{' '}
            MP3 or WAV, up to 5 MB.
          </span>
        </DropZone>
        {fault && <Fault role="alert">{fault}</Fault>}
      </div>
    </Dialog>
  )
}

function Present({ tag }: { tag: NonNullable<VoiceTag['tag']> }) {
  const [isPlaying, setIsPlaying] = useState(false)
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const sound = new Audio(tag.url)
    sound.onplay = () => setIsPlaying(true)
    sound.onpause = () => setIsPlaying(false) // also at its end
    audio.current = sound
    return () => sound.pause()
  }, [tag.url])
  const remove = useAction({
    send: () => call('DELETE /me/voice-tag'),
    success: 'Voice tag removed.',
    failure: 'The voice tag could not be removed.',
    refresh,
  })
  const press = () => {
    const { current: sound } = audio
    if (isPlaying) return sound?.pause()
    if (sound?.error) sound.load() // a failed element plays only after it is loaded again
    sound?.play().catch(({ name }: DOMException) => {
      if (name === 'AbortError') return // paused before it began
      setIsPlaying(false)
      toast.error('Your voice tag can’t be played right now.')
    })
  }
  return (
    <div className="flex items-center gap-3 rounded-sm bg-curb p-3">
      <PlayButton name="your voice tag" state={isPlaying ? 'playing' : 'paused'} onClick={press} />
      <p className="num min-w-0 flex-1 font-semibold">{tag.durationInSeconds.toFixed(1)} s</p>
      <Button size={36} loading={remove.pending} onClick={() => void remove.run(undefined)}>
        <Icon of={Trash} size={16} />
        Remove
      </Button>
    </div>
  )
}

type RecorderProps = { onSound: (file: File) => void; onFault: (fault: string) => void }

function Recorder({ onSound, onFault }: RecorderProps) {
  const [recording, setRecording] = useState<Recording | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => () => recording?.stop(), [recording])
  const record = async () => {
    onFault('')
    setIsAsking(true) // the browser may ask its user for the microphone
    const begun = await recordVoice().catch(() => null)
    setIsAsking(false)
    if (!begun) return onFault('The microphone can’t be used. Allow it for this site, or choose a file.')
    if (!isShown.current) begun.stop()
    setRecording(begun)
    const sound = await begun.sound.catch(() => null)
    if (!isShown.current) return // the dialog was closed: that keeps nothing
    setRecording(null)
    if (sound) onSound(sound)
    else onFault('This recording can’t be read. Record it again, or choose a file.')
  }
  return recording ? (
    <Button look="paper" onClick={() => recording.stop()}>
      <Icon of={Square} size={16} className="fill-current" />
      Stop recording
    </Button>
  ) : (
    <Button loading={isAsking} onClick={() => void record()}>
      <Icon of={Mic} size={18} />
      Record
    </Button>
  )
}
