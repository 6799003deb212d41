import { randomBytes } from 'node:crypto'
import { ATTRIBUTED_DAYS, PLACES, type Place } from '#contract/promotion-values.ts'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'

const DAYS = 24 * 60 * 60
/** A place counts as seen or clicked for an hour after its draw. A viewer counts once an hour, so once for each token. */
const FRESH = 60 * 60

type Signing = Pick<App, 'authSecret' | 'clock'>

/** The draw of a page. `styleId` is 0 on all pages but those of styles. */
type Draw = { promotions: number[]; places: number; place: Place; styleId: number }

/** A place of a draw. `promotionId` is 0 for one that stays empty. */
export type SlotToken = { promotionId: number; place: Place; styleId: number; drawId: string; index: number }

/** One signature covers the whole draw. The token of a place is the draw's with the number of the place. */
export function signDraw(app: Signing, { promotions, places, place, styleId }: Draw) {
  const signed = signToken(app, 'slot', {
    subject: 0,
    seconds: ATTRIBUTED_DAYS * DAYS,
    d: randomBytes(6).toString('base64url'),
    i: promotions.join(' '),
    n: places,
    p: PLACES.indexOf(place),
    s: styleId,
  })
  return { of: (index: number) => `${signed}~${index}`, ofEmpty: (index: number) => `${signed}~e${index}` }
}

/** When the draw of a token was made. `isFresh`: within the last hour. */
export type Drawn = { drawnAt: Date; isFresh: boolean }

/** Null: forged, foreign or too old. */
export function readSlot(app: Signing, text: string): (SlotToken & Drawn) | null {
  const [, token, isEmpty, number] = /^([^~]+)~(e?)(\d{1,2})$/.exec(text) ?? []
  const claims = token ? readToken(app, 'slot', token) : null
  const place = PLACES[Number(claims?.p)]
  if (!claims || !place) return null
  const index = Number(number)
  const promotionId = isEmpty ? 0 : Number(String(claims.i).split(' ')[index])
  if (isEmpty ? index >= Number(claims.n) : !(promotionId > 0)) return null
  return {
    promotionId,
    place,
    styleId: Number(claims.s),
    drawId: String(claims.d),
    index,
    drawnAt: new Date(Number(claims.iat) * 1000),
    isFresh: Number(claims.iat) + FRESH > app.clock.now().getTime() / 1000,
  }
}
