import { createHmac } from 'node:crypto'
import type { Viewer } from '#server/http/who.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { isBot } from './bots.ts'
import type { Events } from './gather-events.ts'
import { readSlot, type Drawn, type SlotToken } from './tokens.ts'
import type { SlotEvent } from './write-events.ts'

/** A busy reader makes a few hundred of these calls in an hour. */
const CALLS = { name: 'promotion events', max: 600, seconds: 60 * 60 }

export type Told = Record<SlotEvent['what'], string[]>
type From = { viewer: Pick<Viewer, 'id'> | null; caller: Caller }

/** Counts the events that a viewer tells by tokens of draws. Forged, old, foreign and repeated ones add nothing. */
export async function takeEvents(app: App, events: Events, told: Told, { viewer, caller }: From) {
  if (isBot(caller.userAgent)) return 0
  const who = viewer ? `account ${viewer.id}` : `address ${caller.address}`
  const found = new Map<string, SlotEvent>()
  for (const what of ['seen', 'clicked', 'played', 'kept'] as const)
    for (const text of told[what]) {
      const slot = readSlot(app, text)
      if (!slot || !isTimely(what, slot)) continue
      const { promotionId, place, styleId, drawnAt } = slot
      const key = keyOf(app, `${what} ${who} ${subjectOf(slot)}`)
      found.set(key.toString('base64'), {
        what,
        promotionId,
        place,
        styleId,
        drawnAt,
        key,
        accountId: viewer?.id ?? null,
      })
    }
  if (found.size === 0) return 0
  await throttleNetwork(app, CALLS, caller.address)
  return events.count([...found.values()])
}

/** Clicks lead to plays and sales for days. An empty place can only be seen. */
const isTimely = (what: SlotEvent['what'], { isFresh, promotionId }: SlotToken & Drawn) =>
  what === 'seen' ? isFresh : promotionId > 0 && (isFresh || what !== 'clicked')

/** A promotion counts once for a viewer, wherever it was drawn; an empty place once for each draw. */
const subjectOf = ({ promotionId, drawId, index }: SlotToken) =>
  promotionId > 0 ? `promotion ${promotionId}` : `place ${drawId} ${index}`

const keyOf = ({ authSecret }: App, text: string) =>
  createHmac('sha256', authSecret).update(`slot viewer ${text}`).digest().subarray(0, 16)
