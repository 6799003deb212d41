import { randomBytes } from 'node:crypto'
import { ATTRIBUTED_DAYS, PLACES, type Place } from '#contract/promotion-values.ts'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'

const DAYS = 24 * 60 * 60
/** A place counts as seen or clicked for an hour after its draw. A viewer counts once an hour, so once for each token. */
export const FRESH = 60 * 60

/** A place of one draw. `promotionId` is 0 for one that stays empty; `styleId` is 0 on all pages but those of styles. */
export type SlotToken = { promotionId: number; place: Place; styleId: number; drawId: string; index: number }

export const newDraw = () => randomBytes(9).toString('base64url')

export const signSlot = (app: Pick<App, 'authSecret' | 'clock'>, slot: SlotToken) =>
  signToken(app, 'slot', {
    subject: slot.promotionId,
    seconds: ATTRIBUTED_DAYS * DAYS,
    p: PLACES.indexOf(slot.place),
    s: slot.styleId,
    d: slot.drawId,
    n: slot.index,
  })

/** Null: forged, foreign or too old. `isFresh`: it was drawn within the last hour. */
export function readSlot(
  app: Pick<App, 'authSecret' | 'clock'>,
  text: string,
): (SlotToken & { isFresh: boolean }) | null {
  const claims = readToken(app, 'slot', text)
  const place = PLACES[Number(claims?.p)]
  if (!claims || !place) return null
  return {
    promotionId: claims.subject,
    place,
    styleId: Number(claims.s),
    drawId: String(claims.d),
    index: Number(claims.n),
    isFresh: Number(claims.iat) + FRESH > app.clock.now().getTime() / 1000,
  }
}
