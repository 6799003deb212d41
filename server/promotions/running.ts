import type { Item } from '#contract/item.ts'
import type { Tier } from '#contract/promotion-values.ts'
import { STYLES } from '#contract/styles.ts'
import { cardTexts } from '#server/catalogue/index.ts'
import { wordsOf } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { candidatesOf, type Candidates, type Running } from './draw.ts'

/** A running promotion with the card of its item as JSON. */
export type Shown = Running & { card: string }
type Snapshot = { at: number; candidates: Candidates<Shown>; styleIds: ReadonlyMap<string, number> }
export type Snapshots = () => Promise<Snapshot>

const KEEP = 3_000

/** Keeps what is running in the memory of a node for three seconds, so that draws ask nothing of the database. */
export function keepRunning(app: App): Snapshots {
  let kept: Snapshot | undefined
  let reading: Promise<Snapshot> | undefined

  async function read() {
    const at = app.clock.now().getTime()
    const [running, styles] = await Promise.all([
      readRunning(app),
      app.db.selectFrom('style').select(['id', 'slug']).execute(),
    ])
    kept = { at, candidates: candidatesOf(running, at), styleIds: new Map(styles.map(({ id, slug }) => [slug, id])) }
    return kept
  }
  return async () => {
    if (kept && app.clock.now().getTime() - kept.at < KEEP) return kept
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }
}

/** Leaves out items that have gone off sale a moment ago. */
async function readRunning(app: App): Promise<Shown[]> {
  const rows = await app.db
    .selectFrom('promotion')
    .innerJoin('item', 'item.id', 'promotion.itemId')
    .innerJoin('account', 'account.id', 'promotion.accountId')
    .where('promotion.state', '=', 'active')
    .where('promotion.heldAt', 'is', null)
    .where('item.status', '=', 'published')
    .where('item.deletedAt', 'is', null)
    .where('account.bannedAt', 'is', null)
    .select(['promotion.id', 'itemId', 'promotion.accountId as ownerId', 'tier', 'days', 'guaranteed', 'delivered'])
    .select(['endsAt', 'lastsUntil'])
    .$narrowType<{ tier: Tier }>()
    .execute()
  const cards = await cardTexts(
    app,
    rows.map(({ itemId }) => itemId),
  )
  return rows.flatMap(({ itemId, ...row }) => {
    const card = cards.get(itemId)
    return card ? { ...row, ...factsOf(JSON.parse(card) as Item), card: marked(card) } : []
  })
}

/** The mark of a promotion that has just begun is written a moment later. */
const marked = (card: string) => card.replace('"promoted":false', '"promoted":true')

function factsOf({ kind, style, title, artistName, genre, type, tags, bpm }: Item) {
  const styleName = style ? STYLES[style.slug as keyof typeof STYLES] : ''
  const text = [title, artistName, genre, type, styleName, ...tags, bpm, 'drill', kind, `${kind}s`].join(' ')
  return { kind, style: style?.slug ?? null, words: new Set(wordsOf(text)) }
}
