import type { discounts } from '#contract/discounts.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import { shown } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { findDeals } from './adjust-deals.ts'
import { isForItem } from './chosen.ts'
import { addCode, changeCode, listCodes } from './codes.ts'
import { addDeal, changeDeal, listDeals } from './deals.ts'
import { hasCodes } from './sellers.ts'
import { dealWords } from './words.ts'

/** A taken code is refused, so trying many would tell the codes of others. */
const MADE = { name: 'make codes', max: 30, seconds: 3600 }

export const discountRoutes = (app: App): Handlers<typeof discounts> => ({
  async list({ viewer: { id } }) {
    const now = app.clock.now()
    const [isIncluded, codes, deals] = await Promise.all([
      hasCodes(app.db, id),
      listCodes(app.db, id, now),
      listDeals(app.db, id, now),
    ])
    return { hasCodes: isIncluded, codes, deals }
  },
  async addCode({ viewer, body }) {
    await throttle(app, MADE, String(viewer.id))
    return addCode(app, viewer.id, body)
  },
  changeCode: ({ viewer, params, body }) => changeCode(app, viewer.id, params.id, body.state),
  addDeal: ({ viewer, body }) => addDeal(app, viewer.id, body),
  async ofItem({ params: { id } }) {
    const item = await shown(app.db)
      .where('item.id', '=', id)
      .where('item.status', '=', 'published')
      .select(['item.kind', 'item.ownerId'])
      .executeTakeFirst()
    if (!item) return [] // its owner sees the page before it is on sale
    const deals = await findDeals(app.db, [item.ownerId], app.clock.now())
    return deals
      .filter(({ itemIds, licenseType }) => isForItem(itemIds, id) && (item.kind !== 'kit' || licenseType === null))
      .map((deal) => ({ text: dealWords(deal), licenseType: deal.licenseType, isForAll: deal.itemIds === null }))
  },
  changeDeal: ({ viewer, params, body }) => changeDeal(app, viewer.id, params.id, body.state),
})
