import type { CardRow } from '#server/catalogue/index.ts'
import { dollars } from '#server/money.ts'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The facts below the title of a picture. */
export function factsOf(row: CardRow): string[] {
  const { kind, bpm, musicKey, kitType, trackCount, durationMs } = row
  const length = durationMs ? clock(durationMs) : null
  const facts = {
    beat: [bpm && `${bpm} BPM`, musicKey && keyName(musicKey), length],
    pack: [`${trackCount} ${trackCount === 1 ? 'track' : 'tracks'}`, length],
    kit: [kitType, trackCount > 0 && `${trackCount} ${trackCount === 1 ? 'file' : 'files'}`],
  }
  return facts[kind].filter((fact): fact is string => Boolean(fact))
}

/** The price, or SOLD for an exclusively sold item. */
export function offerOf({
  kind,
  status,
  priceCents,
}: Pick<CardRow, 'kind' | 'priceCents'> & { status: string }): [string, string] {
  if (status === 'sold') return ['', 'SOLD']
  const price = usd.format(dollars(priceCents))
  return [kind === 'kit' ? '' : 'from', price]
}

/** F#m → F# minor */
const keyName = (key: string) => key.replace(/m$/, '') + (key.endsWith('m') ? ' minor' : ' major')

function clock(milliseconds: number) {
  const whole = Math.round(milliseconds / 1000)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
