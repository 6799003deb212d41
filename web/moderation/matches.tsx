import { useQuery } from '@tanstack/react-query'
import { FingerprintPattern } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { MatchedSound, SoundMatch, Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { MatchButtons } from './match-buttons.tsx'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { duration, musicKey } from '#web/items/format.ts'
import { waveData } from '#web/items/wave-data.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { currentAudio, play, seekTo, soundNow, toggleCurrent, usePlayer } from '#web/player/player.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Wave } from '#web/ui/wave.tsx'

/** Opens the dialog of a rejection with a reason to start from. */
export type Reject = (reason: string) => void

/** Sounds that are like the submission. Both can be heard. */
export function Matches({ row, onReject }: { row: Submission; onReject: Reject }) {
  const { data, isError, refetch } = useQuery(
    apiQuery(call, 'GET /admin/submissions/:id/matches', { params: { id: row.id } }),
  )
  if (isError && !data) return <Failed again={refetch}>Couldn’t load the matches.</Failed>
  if (!data)
    return (
      <div role="status" aria-busy aria-label="Loading matches">
        <RowSkeleton />
      </div>
    )
  return (
    <section aria-label={`Matches of ${row.title}`} className="grid gap-5">
      {data.map((match) => (
        <Match key={`${match.own.trackId} ${match.other.id} ${match.other.trackId}`} {...{ row, match, onReject }} />
      ))}
    </section>
  )
}

/** A is the submission, B the other sound. A change between them goes on at the same moment of the music. */
function Match({ row, match, onReject }: { row: Submission; match: SoundMatch; onReject: Reject }) {
  const { own, other, isCopy, fromSec, sameSec, ratio, offsetSec } = match
  const there = (seconds: number) => ratio * seconds + offsetSec
  const back = (seconds: number) => (seconds - offsetSec) / ratio
  const same = (from: number, to: number): Stretch => (isCopy ? [from, to] : null)
  const a = useSide(own, fromSec)
  const b = useSide(other, there(fromSec))
  return (
    <article>
      <h3 className="flex items-start gap-2 font-bold">
        <Icon of={FingerprintPattern} size={18} className="mt-1 flex-none" />
        <span className="min-w-0 wrap-anywhere">{match.message}</span>
      </h3>
      <div className="mt-2 grid gap-x-6 gap-y-4 md:grid-cols-2">
        <SideView
          letter="A"
          side={a}
          same={same(fromSec, fromSec + sameSec)}
          onPress={() => a.press(b.isCurrent ? back(now()) : null)}
        />
        <SideView
          letter="B"
          side={b}
          same={same(there(fromSec), there(fromSec + sameSec))}
          onPress={() => b.press(a.isCurrent ? there(now()) : null)}
        />
      </div>
      <MatchButtons {...{ row, match, onReject }} />
    </article>
  )
}

const now = () => currentAudio.element?.currentTime ?? 0

/** A kit has no fingerprint: its sounds are short. */
const addressOf = ({ id, trackId, isProposed }: MatchedSound): Promise<{ url: string }> =>
  trackId === null
    ? call('GET /admin/beats/:id/master-url', { params: { id }, query: isProposed ? { proposed: 'true' } : {} })
    : call('GET /admin/packs/:id/master-url', { params: { id }, query: { file: trackId } })

/** One of two sounds, which begins at the moment where they are the same. */
function useSide(sound: MatchedSound, begin: number) {
  const { id, kind, title, artistName, coverUrl, durationSec, style, trackId, isProposed, wave } = sound
  const [url, setUrl] = useState<string | null>(null)
  const state = useStateOf(url === null ? null : { id, previewUrl: url })
  const current = usePlayer(soundNow)?.previewUrl
  const isCurrent = url !== null && current === url
  const address = useAction({ send: () => addressOf(sound), failure: 'Couldn’t load the master.' })
  /** Plays from this moment on, or from where it stood. */
  async function press(moment: number | null) {
    if (state !== 'paused') return toggleCurrent()
    const at = moment ?? (isCurrent ? now() : begin)
    const outcome = await address.run(undefined)
    if (!outcome.done) return
    const previewUrl = outcome.result.url
    setUrl(previewUrl)
    const master = isProposed ? ('new' as const) : ('present' as const)
    const facts = { id, kind, slug: null, title, artistName, coverUrl, style, durationInSeconds: durationSec, master }
    play([{ ...facts, previewUrl, ...(trackId !== null && { trackId }), ...(wave && { wave }) }], 0, null)
    seekTo(Math.max(0, at) / durationSec)
  }
  return { sound, isCurrent, press, state: address.pending ? ('loading' as const) : state }
}

/** From when to when it is the same, in seconds. */
type Stretch = [number, number] | null

type SideProps = {
  letter: 'A' | 'B'
  side: ReturnType<typeof useSide>
  onPress: () => Promise<void>
  same: Stretch
}

function SideView({ letter, side: { sound, state }, same, onPress }: SideProps) {
  const { title, packTitle, artistName, ownerId, bpm, key, durationSec, style, wave } = sound
  const facts = [bpm && `${bpm} BPM`, key && musicKey(key)].filter(Boolean).join(' / ')
  return (
    <div data-line={style?.line}>
      <div className="flex items-center gap-3">
        <PlayButton name={`${letter}. ${title}`} state={state} onClick={() => void onPress()} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            {letter}. {title}
          </p>
          <p className="text-[13px] text-soft">
            <Link to={paths.profile(ownerId)} className="hover:underline">
              {artistName}
            </Link>
            {packTitle !== null && `, in ${packTitle}`}, {states[sound.state] ?? 'not on sale'}
          </p>
        </div>
        <p className="num flex-none text-[13px] text-dim max-md:hidden">{facts}</p>
      </div>
      <div className="relative mt-2 h-12 bg-night/40">
        {wave && <Wave {...waveData(wave)} bars={160} className="size-full text-ink" />}
        {same && <Frame from={same[0] / durationSec} to={same[1] / durationSec} />}
      </div>
      {same && (
        <p className="num mt-1 text-[13px] text-dim">
          The same from {duration(Math.max(0, same[0]))} to {duration(Math.min(durationSec, same[1]))} of{' '}
          {duration(durationSec)}
        </p>
      )}
    </div>
  )
}

/** Frames a part of the wave. */
function Frame({ from, to }: { from: number; to: number }) {
  const [left, right] = [Math.max(0, from) * 100, Math.min(1, to) * 100]
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden className="absolute inset-0 size-full">
      <rect
        x={left}
        width={right - left}
        height="10"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const states: Partial<Record<MatchedSound['state'], string>> = {
  processing: 'being processed',
  pending: 'in review',
  rejected: 'rejected',
  published: 'on sale',
  paused: 'paused',
  sold: 'sold',
  taken_down: 'taken down',
}
