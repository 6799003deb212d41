// Measures what a beat's upload costs, and how well tempo and key are heard. `npm run bench:media`, on Linux.
// Cost: processor seconds of all steps for a WAV of three minutes, in children as on a server, beside ffmpeg (when it is
// installed) for the same steps but tempo and key, which ffmpeg doesn't hear.
// Hearing: beats that the demo's synthesizer plays in tempi and keys that are known, with seeds that nothing was tuned on.
// `--clips 78` says how many.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LINES } from '#contract/line.ts'
import { renderBeat } from '#demo/synth/mix.ts'
import { inspectBlocks } from '#server/media/sound-tasks.ts'
import { closeMedia, runSound } from '#server/media/run-media.ts'
import { writeWav } from '#server/media/wav.ts'

const { values } = parseArgs({ options: { clips: { type: 'string', default: '78' } } })
const CLIPS = Number(values.clips)
const SLOWEST = 128 // BPM of the first clip
const TEMPI = 31
const BARS = 16
const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const UNSURE = 0.3 // the upload form asks the seller to check a tempo of less confidence
const TICKS = 100 // in a second, in /proc

const folder = await mkdtemp(join(tmpdir(), 'slide-bench-media-'))
try {
  await measureCost()
  await measureHearing()
} finally {
  closeMedia()
  await rm(folder, { recursive: true })
}

async function measureCost() {
  const at = (name: string) => join(folder, name)
  const source = at('master.wav')
  const { master } = renderBeat({ seed: 'three minutes', line: 'uk', bpm: 140, key: 'F#m', bars: 105 })
  await writeWav(source, master)
  const names = { title: 'Three Minutes', artist: 'bench' }
  const ours = {
    'check, waveform, loudness, tempo, key': () => runSound('inspect', { source }),
    'tagged preview of 90 s, 128 kbit/s': () => runSound('preview', { source, target: at('preview.mp3'), names }),
    'MP3 of 320 kbit/s': () => runSound('mp3', { source, target: at('track.mp3'), bitrate: 320, names }),
  }
  console.log('Processor seconds for a WAV of three minutes')
  let sum = 0
  for (const [name, act] of Object.entries(ours)) sum += await printCost(name, act)
  console.log(`${sum.toFixed(1).padStart(7)}  all steps`)

  if (spawnSync('ffmpeg', ['-version']).status !== 0) return console.log('No ffmpeg to compare with.')
  const tag = at('tag.wav')
  ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=880:duration=1.3', tag)
  const overlay = `[1:a]aformat=sample_rates=44100:channel_layouts=stereo,apad=whole_len=529200,atrim=0:12,aloop=loop=-1:size=529200,adelay=2000|2000,asplit=2[key][tag];[0:a]aformat=sample_rates=44100:channel_layouts=stereo[beat];[beat][key]sidechaincompress=threshold=0.03:ratio=8:attack=15:release=180[duck];[duck][tag]amix=inputs=2:duration=first,afade=t=out:st=88.5:d=1.5[out]`
  const theirs = {
    'ffmpeg: check, loudness': () => ffmpeg('-i', source, '-af', 'astats,ebur128', '-f', 'null', '-'),
    'ffmpeg: waveform': () => ffmpeg('-i', source, '-ac', '1', '-ar', '11025', '-f', 's16le', at('peaks')),
    'ffmpeg: tagged preview': () =>
      ffmpeg(
        '-t',
        '90',
        '-i',
        source,
        '-i',
        tag,
        '-filter_complex',
        overlay,
        '-map',
        '[out]',
        '-b:a',
        '128k',
        at('p.mp3'),
      ),
    'ffmpeg: MP3': () => ffmpeg('-i', source, '-b:a', '320k', at('t.mp3')),
  }
  let other = 0
  for (const [name, act] of Object.entries(theirs)) other += await printCost(name, act)
  console.log(`${other.toFixed(1).padStart(7)}  ffmpeg, all steps; ours take ${(sum / other).toFixed(2)} times as much`)
}

async function printCost(name: string, act: () => unknown) {
  const before = childSeconds()
  await act()
  const seconds = childSeconds() - before
  console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`)
  return seconds
}

/** The processor seconds of all children that have ended. */
function childSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

function ffmpeg(...args: string[]) {
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-nostdin', '-v', 'error', ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function measureHearing() {
  const count = { tempo: 0, unsure: 0, wrong: 0, key: 0, relative: 0 }
  for (let clip = 0; clip < CLIPS; clip++) {
    const bpm = SLOWEST + ((clip * 7) % TEMPI)
    const key = `${NOTES[(clip * 5) % 12]!}m` // drill is minor
    const line = LINES[clip % LINES.length]!
    const { master } = renderBeat({ seed: `bench ${clip}`, line, bpm, key, bars: BARS })
    const { suggestions } = await inspectBlocks([master])
    const tempo = suggestions.bpm[0]
    if (tempo && Math.abs(tempo.value - bpm) <= 1) count.tempo++
    else if (!tempo || tempo.confidence < UNSURE) count.unsure++
    else count.wrong++
    const heard = suggestions.key[0]?.value
    if (heard === key) count.key++
    else if (heard === relativeOf(key)) count.relative++
  }
  const share = (part: number) => `${((part / CLIPS) * 100).toFixed(0).padStart(4)} %`
  console.log(`\nHeard in ${CLIPS} beats`)
  console.log(
    `${share(count.tempo)}  tempo within 1 BPM; ${share(count.unsure).trim()} unsure, ${share(count.wrong).trim()} wrong`,
  )
  console.log(`${share(count.key)}  key; ${share(count.relative).trim()} its relative`)
}

/** The major key with the same notes. */
function relativeOf(minor: string) {
  return NOTES[(NOTES.indexOf(minor.slice(0, -1)) + 3) % 12]!
}
