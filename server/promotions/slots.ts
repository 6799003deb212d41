import type { Kind } from '#contract/item.ts'
import type { Place } from '#contract/promotion-values.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { JsonText } from '#server/http/json-text.ts'
import { wordsOf } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { draw, SLOTS } from './draw.ts'
import type { Shown, Snapshots } from './running.ts'
import { newDraw, signSlot } from './tokens.ts'

const KINDS: readonly Kind[] = ['BEAT', 'PACK', 'KIT']

export type SlotsAsked = { place: Place; style?: string | undefined; k?: Kind[] | undefined; q: string }

/** Draws the promoted items of a page. It asks nothing of the database but what is running, every few seconds. */
export async function slotsFor(app: App, snapshots: Snapshots, asked: SlotsAsked, random = Math.random) {
  const { running, styleIds } = await snapshots()
  const drawn = drawFor(running, asked, { now: app.clock.now().getTime(), random })
  const drawId = newDraw()
  const styleId = (asked.place === 'style' && asked.style && styleIds.get(asked.style)) || 0
  const sign = (promotionId: number, index: number) =>
    signSlot(app, { promotionId, place: asked.place, styleId, drawId, index })
  const slots = drawn.map(({ id, card }, index) => `{"token":"${sign(id, index)}","item":${card}}`)
  const places = SLOTS[asked.place] * (asked.place === 'landing' ? kindsOf(asked).length : 1)
  const empty = Array.from({ length: places }, (_, index) => sign(0, index))
  return new JsonText<Slots>(`{"slots":[${slots.join(',')}],"empty":${JSON.stringify(empty)}}`)
}

const kindsOf = ({ k }: SlotsAsked) => (k?.length ? k : KINDS)

/** The landing page has a list of each kind, and the rules hold for all of it. */
function drawFor(running: readonly Shown[], asked: SlotsAsked, by: { now: number; random: () => number }) {
  const { place, style, q } = asked
  const about = { place, styles: style?.split(','), words: wordsOf(q) }
  const count = SLOTS[place]
  if (place !== 'landing') return draw(running, { ...about, kinds: asked.k }, { ...by, count })
  const taken = new Set<number>()
  return kindsOf(asked).flatMap((kind) => {
    const drawn = draw(running, { ...about, kinds: [kind] }, { ...by, count, taken })
    for (const { ownerId } of drawn) taken.add(ownerId)
    return drawn
  })
}
