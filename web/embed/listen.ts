/** Calls back once after so many seconds of heard sound: a press or a jump alone does not count. */
export function afterListening(audio: HTMLAudioElement, seconds: number, done: () => void) {
  let last = 0
  let heard = 0
  const mark = () => void (last = audio.currentTime)
  const hear = () => {
    if (!audio.seeking) heard += Math.max(0, audio.currentTime - last)
    mark()
    if (heard < seconds) return
    audio.removeEventListener('timeupdate', hear)
    done()
  }
  for (const name of ['loadstart', 'seeking', 'seeked']) audio.addEventListener(name, mark)
  audio.addEventListener('timeupdate', hear)
}
