import { tryLoading, type Tools } from '#web/api/tools.ts'

/** For pages with `<EarningsHold>`. */
export const loadHouse = async (tools: Tools) => void (await tryLoading(tools, 'GET /house'))
