import { sql } from 'kysely'
import type { PersonalData } from '#server/services.ts'

export const libraryData: PersonalData = {
  tables: {
    purchase: 'kept: licenses that were sold stay valid, with the names on them',
    download: 'kept with its purchase',
    licensePaper: 'kept: the names and handles of both parties, as the document says them',
  },
  exportOf: async (db, { id }) => ({
    purchases: await db
      .selectFrom('purchase')
      .leftJoin('licensePaper', 'licensePaper.purchaseId', 'purchase.id')
      .where('buyerId', '=', id)
      .select(['purchase.id', 'title', 'kind', 'licenseType', 'cents', 'state', 'grantedAt', 'endedAt'])
      .select(['licensePaper.number', 'licensePaper.buyerName', 'licensePaper.sellerName'])
      .orderBy('purchase.id')
      .execute(),
    downloads: await db
      .selectFrom('download')
      .innerJoin('purchase', 'purchase.id', 'download.purchaseId')
      .where('purchase.buyerId', '=', id)
      .select(['purchase.title', 'file', 'firstAt', 'lastAt'])
      .select(sql<string>`day::text`.as('day'))
      .orderBy('day')
      .execute(),
  }),
  forget: async () => {},
}
