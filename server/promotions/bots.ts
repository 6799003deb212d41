/** The ways in which programs that read pages call themselves. They may see promoted items, but don't count. */
const BOTS =
  /bot|crawl|spider|slurp|preview|headless|phantom|selenium|lighthouse|monitor|scan|fetch|facebookexternalhit|embedly|curl|wget|python|java\/|go-http|node|axios|okhttp|libwww|httpclient/i

/** A browser says which one it is. */
export const isBot = (userAgent: string) => !userAgent.startsWith('Mozilla/') || BOTS.test(userAgent)
