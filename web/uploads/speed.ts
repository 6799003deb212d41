import { fileSize } from '#web/items/format.ts'

/** The speed is that of the last seconds. */
const SPAN = 5_000

/** Tells the speed of an upload, in bytes a second; 0 until two moments are known. */
export function speedMeter(now: () => number = () => performance.now()) {
  let moments: { at: number; sent: number }[] = []
  return {
    speedAt(sent: number) {
      const at = now()
      moments = [...moments.filter((moment) => at - moment.at < SPAN), { at, sent }]
      const first = moments[0]!
      return at > first.at ? ((sent - first.sent) / (at - first.at)) * 1000 : 0
    },
    /** After a pause: the time in between doesn't count. */
    restart() {
      moments = []
    },
  }
}

/** 4 s left, 12 min left, 1 h 5 min left; empty for an unknown speed. */
export function timeLeft(bytes: number, speed: number) {
  if (!(speed > 0)) return ''
  const seconds = Math.max(1, Math.ceil(bytes / speed))
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h ${rest > 0 ? `${rest} min ` : ''}left`
}

/** 4.1 MB/s, 4 s left */
export const paceWords = (bytesLeft: number, speed: number) =>
  speed > 0 ? `${fileSize(Math.round(speed))}/s, ${timeLeft(bytesLeft, speed)}` : ''
