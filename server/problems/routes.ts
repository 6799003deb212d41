import type { deskProblems, problems } from '#contract/problems.ts'
import type { WatchedShop } from '#server/checkout/index.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { decide, refundBySeller } from './decide.ts'
import { sendEvidence } from './evidence.ts'
import { presentProblem } from './present.ts'
import { report } from './report.ts'
import { findOwnProblem, findProblem, listProblems, problemsOfOrder, roleOf } from './rows.ts'
import { answer, escalate, solve } from './steps.ts'

export function problemRoutes(shop: WatchedShop): Handlers<typeof problems> {
  const { app } = shop
  const one = async (id: number, account: number) => {
    const row = await findOwnProblem(app.db, id, account)
    return presentProblem(row, roleOf(row, account)!)
  }
  return {
    async report({ params, body, viewer }) {
      const id = await report(app, { purchaseId: params.id, buyerId: viewer.id, ...body })
      return one(id, viewer.id)
    },
    async list({ query: { page, limit }, viewer }) {
      const { rows, total, waiting } = await listProblems(app.db, viewer.id, { page, limit })
      const items = rows.map((row) => presentProblem(row, roleOf(row, viewer.id)!))
      return { ...pageOf(items, { page, limit, total }), waiting }
    },
    one: ({ params: { id }, viewer }) => one(id, viewer.id),
    async answer({ params: { id }, body, viewer }) {
      await answer(app, id, viewer.id, body.text)
      return one(id, viewer.id)
    },
    async refund({ params: { id }, body, viewer }) {
      await refundBySeller(shop, id, viewer.id, body.reason)
      return one(id, viewer.id)
    },
    async solve({ params: { id }, viewer }) {
      await solve(app, id, viewer.id)
      return one(id, viewer.id)
    },
    async escalate({ params: { id }, body, viewer }) {
      await escalate(app, id, viewer.id, body.text)
      return one(id, viewer.id)
    },
  }
}

export const deskProblemRoutes = (shop: WatchedShop): Handlers<typeof deskProblems> => ({
  ofOrder: async ({ params }) =>
    (await problemsOfOrder(shop.app.db, params.id)).map((row) => presentProblem(row, 'operator')),
  async decide({ params: { id }, body, viewer }) {
    await decide(shop, id, viewer.id, body)
    return presentProblem(await findProblem(shop.app.db, id), 'operator')
  },
  evidence: ({ params, viewer, reply }) => sendEvidence(shop.app, reply, params.id, viewer.id),
})
