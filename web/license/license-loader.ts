import { data, type LoaderFunctionArgs } from 'react-router'
import type { Meta } from '#contract/page.ts'
import { toolsContext } from '#web/api/tools.ts'
import { licenseQuery } from './license-query.ts'

const NOT_FOUND: Meta = { title: 'No such license | Slide', noindex: true }

export async function loader({ context, params: { number = '' } }: LoaderFunctionArgs) {
  const { queries, call } = context.get(toolsContext)
  const license = await queries.ensureQueryData(licenseQuery(call, number))
  if (!license) return data(NOT_FOUND, { status: 404 })
  return { title: `License ${license.number} | Slide`, noindex: true } satisfies Meta
}
