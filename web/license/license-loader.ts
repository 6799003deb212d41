import type { Meta } from '#contract/page.ts'
import { Answer, type Visit } from '#web/router/page.ts'
import { licenseQuery } from './license-query.ts'

const NOT_FOUND: Meta = { title: 'No such license | Slide', noindex: true }

export async function loader({ queries, call, params: { number = '' } }: Visit) {
  const license = await queries.ensureQueryData(licenseQuery(call, number))
  if (!license) return new Answer(404, NOT_FOUND)
  return { title: `License ${license.number} | Slide`, noindex: true } satisfies Meta
}
