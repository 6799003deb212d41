import type { Kind } from '#contract/item.ts'
import type { Place } from '#contract/promotion-values.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { JsonText } from '#server/http/json-text.ts'
import { wordsOf } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { draw, SLOTS, type Candidates } from './draw.ts'
import type { Shown, Snapshots } from './running.ts'
import { signDraw } from './tokens.ts'

const KINDS: readonly Kind[] = ['BEAT', 'PACK', 'KIT']

type Asked = { place: Place; style?: string | undefined; k?: Kind[] | undefined; q: string }

/** Draws the promoted items of a page. It asks nothing of the database but what is running, every few seconds. */
export async function slotsFor(app: App, snapshots: Snapshots, asked: Asked) {
  const { place, style } = asked
  const { candidates, styleIds } = await snapshots()
  const drawn = drawFor(candidates, asked)
  const places = place === 'landing' ? kindsOf(asked).length : SLOTS[place]
  const styleId = (place === 'style' && style && styleIds.get(style)) || 0
  const token = signDraw(app, { promotions: drawn.map(({ id }) => id), places, place, styleId })
  const slots = drawn.map(({ card }, index) => `{"token":"${token.of(index)}","item":${card}}`)
  const empty = Array.from({ length: places }, (_, index) => `"${token.ofEmpty(index)}"`)
  return new JsonText<Slots>(`{"slots":[${slots.join(',')}],"empty":[${empty.join(',')}]}`)
}

const kindsOf = ({ k }: Asked) => (k?.length ? k : KINDS)

/**
 * The landing page has a list of each kind, and the rules hold for all of it. First come the items of its places, then a
 * spare one of each kind, since the page may show the first already.
 */
function drawFor(candidates: Candidates<Shown>, asked: Asked) {
  const { place, style, q } = asked
  const about = { place, styles: style?.split(','), words: q ? wordsOf(q) : [] }
  const by = { count: SLOTS[place], random: Math.random }
  if (place !== 'landing') return draw(candidates, { ...about, kinds: asked.k }, by)
  const taken = new Set<number>()
  return [...kindsOf(asked), ...kindsOf(asked)].flatMap((kind) => {
    const drawn = draw(candidates, { ...about, kinds: [kind] }, { ...by, taken })
    for (const { ownerId } of drawn) taken.add(ownerId)
    return drawn
  })
}
