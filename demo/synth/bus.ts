import type { Samples } from './signal.ts'

export type Stereo = readonly [left: Samples, right: Samples]

/** A stereo track to which sounds are added. */
export class Bus {
  readonly left: Samples
  readonly right: Samples

  constructor(length: number) {
    this.left = new Float32Array(length)
    this.right = new Float32Array(length)
  }

  /** Pan goes from -1 (left) to 1 (right). The power stays the same everywhere. */
  add(at: number, samples: Samples, gain = 1, pan = 0) {
    const angle = ((pan + 1) * Math.PI) / 4
    const [toLeft, toRight] = [gain * Math.cos(angle), gain * Math.sin(angle)]
    const length = Math.min(samples.length, this.left.length - at)
    for (let i = 0; i < length; i++) {
      this.left[at + i]! += samples[i]! * toLeft
      this.right[at + i]! += samples[i]! * toRight
    }
  }

  /** A sound that is stereo already. Pan makes the other side quieter. */
  addStereo(at: number, [left, right]: Stereo, gain = 1, pan = 0) {
    const [toLeft, toRight] = [gain * Math.min(1, 1 - pan), gain * Math.min(1, 1 + pan)]
    const length = Math.min(left.length, this.left.length - at)
    for (let i = 0; i < length; i++) {
      this.left[at + i]! += left[i]! * toLeft
      this.right[at + i]! += right[i]! * toRight
    }
  }

  /** Multiplies each sample of both sides by its gain. */
  multiply(gains: Samples) {
    for (const side of this.sides) for (let i = 0; i < side.length; i++) side[i]! *= gains[i]!
  }

  get sides() {
    return [this.left, this.right] as const
  }
}
