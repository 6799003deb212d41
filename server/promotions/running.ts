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
  const readCards = keepCards(app)
  let kept: Snapshot | undefined
  let reading: Promise<Snapshot> | undefined

  async function read() {
    const at = app.clock.now().getTime()
    const rows = await readRows(app)
    const cards = await readCards(rows.map(({ itemId }) => itemId))
    const running = rows.flatMap(({ itemId, ...row }) => {
      const card = cards.get(itemId)
      return card ? { ...row, ...card } : []
    })
    kept = { at, candidates: candidatesOf(running, at), styleIds: kept?.styleIds ?? (await readStyles(app)) }
    return kept
  }
  return async () => {
    if (kept && app.clock.now().getTime() - kept.at < KEEP) return kept
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }
}

/** Styles never change while a shop runs. */
const readStyles = async ({ db }: App) =>
  new Map((await db.selectFrom('style').select(['id', 'slug']).execute()).map(({ id, slug }) => [slug, id]))

/** Leaves out items that have gone off sale a moment ago, or that wait for people who share them. */
const readRows = (app: App) =>
  app.db
    .selectFrom('promotion')
    .innerJoin('item', 'item.id', 'promotion.itemId')
    .innerJoin('account', 'account.id', 'promotion.accountId')
    .leftJoin('itemWaiting as waiting', 'waiting.itemId', 'item.id')
    .where('waiting.itemId', 'is', null)
    .where('promotion.state', '=', 'active')
    .where('promotion.heldAt', 'is', null)
    .where('item.status', '=', 'published')
    .where('item.deletedAt', 'is', null)
    .where('account.bannedAt', 'is', null)
    .select([
      'promotion.id',
      'promotion.itemId',
      'promotion.accountId as ownerId',
      'tier',
      'days',
      'guaranteed',
      'delivered',
    ])
    .select(['endsAt', 'lastsUntil'])
    .$narrowType<{ tier: Tier }>()
    .execute()

type Card = Pick<Shown, 'card' | 'kind' | 'style' | 'words'>

const KEEP_CARDS = 30_000

/** Cards are large and change seldom, so they are kept longer: a like or a new title shows half a minute later. */
function keepCards(app: App) {
  let kept = new Map<number, Card>()
  let since = 0
  return async (ids: number[]): Promise<ReadonlyMap<number, Card>> => {
    const now = app.clock.now().getTime()
    const isOld = now - since >= KEEP_CARDS
    const texts = await cardTexts(
      app,
      ids.filter((id) => isOld || !kept.has(id)),
    )
    const before = kept
    if (isOld) kept = new Map()
    if (isOld) since = now
    for (const [id, text] of texts) {
      const card = marked(text)
      const same = before.get(id)
      kept.set(id, same?.card === card ? same : { card, ...factsOf(JSON.parse(card) as Item) })
    }
    return kept
  }
}

/** The mark of a promotion that has just begun is written a moment later. */
const marked = (card: string) => card.replace('"promoted":false', '"promoted":true')

function factsOf({ kind, style, title, artistName, genre, type, tags, bpm }: Item) {
  const styleName = style ? STYLES[style.slug as keyof typeof STYLES] : ''
  const text = [title, artistName, genre, type, styleName, ...tags, bpm, 'drill', kind, `${kind}s`].join(' ')
  return { kind, style: style?.slug ?? null, words: new Set(wordsOf(text)) }
}
