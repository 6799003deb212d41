const RATE = 44_100
const LONGEST_MS = 5_000

/** A recording that goes on. `sound` is a WAV of what was said until it was stopped, or until five seconds were over. */
export type Recording = { stop: () => void; sound: Promise<File> }

/** Asks for the microphone and records. The browser’s own format is turned into WAV, which the server reads. */
export async function recordVoice(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const sound = new Promise<File>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop()
      toWav(new Blob(pieces)).then(resolve, reject)
    })
  })
  recorder.start()
  setTimeout(stop, LONGEST_MS)
  return { stop, sound }
}

async function toWav(recorded: Blob) {
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await recorded.arrayBuffer())
  const samples = decoded.getChannelData(0).subarray(0, (RATE * LONGEST_MS) / 1000)
  return new File([wavOf(samples)], 'Voice tag.wav', { type: 'audio/wav' })
}

/** A WAV of 16 bits and one channel. */
function wavOf(samples: Float32Array) {
  const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((letter, i) => bytes.setUint8(at + i, letter))
  write(0, 'RIFF')
  bytes.setUint32(4, bytes.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, RATE, true)
  bytes.setUint32(28, RATE * 2, true)
  bytes.setUint16(32, 2, true)
  bytes.setUint16(34, 16, true)
  write(36, 'data')
  bytes.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, at) => bytes.setInt16(44 + at * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true))
  return bytes.buffer
}
