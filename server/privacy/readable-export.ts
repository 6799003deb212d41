/** What all rooms hold about a person, by the room's name. */
export type Rooms = Record<string, Record<string, unknown>>

const TITLES: Record<string, string> = {
  accounts: 'Account and sessions',
  audit: 'What you did as an admin',
  checkout: 'Orders',
  contact: 'What you wrote to us',
  items: 'Your items and their files',
  ledger: 'Earnings',
  library: 'Purchases and licenses',
  listening: 'What you listened to',
  mail: 'Mails to you',
  moderation: 'Reviews and reports',
  notifications: 'Notices, and how they reach you',
  privacy: 'Exports and deletion',
  problems: 'Problems with purchases',
  sandbox: 'Pretended payouts',
  social: 'Likes, comments and follows',
  studio: 'Voice tag and license presets',
  throttle: 'Counted attempts',
  uploads: 'Uploads on their way',
}

// a table of many columns is scrolled: narrow cells would break words into pieces
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#14161d;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{border:1px solid #c9c5ba;padding:.35rem .5rem;text-align:left;vertical-align:top;max-width:24rem;overflow-wrap:break-word}
th{background:#f2efe6;font-weight:600}.wide{overflow-x:auto}h2{margin-top:2.5rem}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}`

/** One page with everything, for people. It loads nothing, so it opens without a network. */
export function readableExport(rooms: Rooms, now: Date) {
  const filled = Object.entries(rooms).filter(([, room]) => Object.keys(room).length > 0)
  const sections = filled.map(
    ([room, content]) => `<section><h2>${escape(TITLES[room] ?? wordsOf(room))}</h2>${partsOf(content)}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Your data on Slide</title><style>${STYLE}</style></head><body><h1>Your data on Slide</h1>
<p>Everything that Slide held about you on ${escape(dayOf(now))}. The same stands in the folder “data” for programs, one file for each heading. Pictures and sounds that you sent are in “files”. The files of your items are not in here, as they may be many gigabytes: save them one by one in your account, under “Your data”.</p>
${sections.join('\n')}
</body></html>
`
}

const partsOf = (content: Record<string, unknown>) =>
  Object.entries(content)
    .map(([name, value]) => `<h3>${escape(wordsOf(name))}</h3>${valueOf(value)}`)
    .join('')

function valueOf(value: unknown): string {
  if (Array.isArray(value)) return value.length ? listOf(value) : '<p>Nothing.</p>'
  if (isRecord(value)) return `<dl>${Object.entries(value).map(entryOf).join('')}</dl>`
  return textOf(value)
}

const entryOf = ([name, value]: [string, unknown]) => `<dt>${escape(wordsOf(name))}</dt><dd>${valueOf(value)}</dd>`

function listOf(values: unknown[]) {
  const rows = values.filter(isRecord)
  if (rows.length < values.length) return `<ul>${values.map((value) => `<li>${valueOf(value)}</li>`).join('')}</ul>`
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const head = names.map((name) => `<th scope="col">${escape(wordsOf(name))}</th>`).join('')
  const body = rows.map((row) => `<tr>${names.map((name) => `<td>${valueOf(row[name])}</td>`).join('')}</tr>`).join('')
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

function textOf(value: unknown) {
  if (value === null || value === undefined || value === '') return '–'
  if (value instanceof Date) return escape(`${value.toISOString().slice(0, 16).replace('T', ' ')} UTC`)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escape(String(value as string | number | bigint)).replaceAll('\n', '<br>')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)

/** 'buyerName' reads 'Buyer name'; amounts are in cents. */
function wordsOf(name: string) {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const said = words.replace(/^cents$|(.+) cents$/, (_, what?: string) => (what ? `${what}, in cents` : 'cents'))
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const dayOf = (at: Date) => at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
