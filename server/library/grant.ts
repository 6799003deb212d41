import { randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { LicenseType } from '#contract/license-types.ts'
import type { PaidLine, PaidOrder } from '#server/checkout/index.ts'
import { listed, type Tx } from '#server/db/connect.ts'
import type { FileRole, ItemKind } from '#server/db/types.ts'
import {
  countSale,
  isOwnedExclusively,
  isTwinOwned,
  markSold,
  setState,
  SOLD_BEAT,
  SOLD_TWIN,
  twinsOf,
} from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { isReplaceable, paidFor } from './offers.ts'
import { addTerms, presentTerms } from './terms.ts'

/** A line that sells an item. */
export type ItemLine = PaidLine & { itemId: number }

const idsOf = (lines: readonly ItemLine[]) => [...new Set(lines.map(({ itemId }) => itemId))]
const isPack = ({ kind }: ItemLine) => kind === 'pack'
const isExclusive = ({ licenseType }: ItemLine) => licenseType === 'EXCLUSIVE'

/**
 * Locks the items of an order, the beats in its packs, and all that leaves with what is bought exclusively. The
 * licenses that it replaces are locked, too: a refund of one is promised before or after, but not meanwhile.
 */
export async function lockItems(tx: Tx, lines: readonly ItemLine[]) {
  const bought = listed(idsOf(lines))
  const hasMore = lines.some((line) => isPack(line) || isExclusive(line))
  await sql`select from item where id ${hasMore ? sql`in (${withOthers(bought, lines)})` : sql`= any(${bought})`}
    order by id for no key update`.execute(tx)
  const replaced = lines.flatMap(({ upgradeOf }) => upgradeOf ?? [])
  if (replaced.length)
    await tx.selectFrom('purchase').where('id', 'in', replaced).select('id').orderBy('id').forUpdate().execute()
}

/** The items that are bought, the beats in them, and what leaves with what is bought exclusively. */
function withOthers(bought: RawBuilder<unknown>, lines: readonly ItemLine[]) {
  const exclusive = listed(idsOf(lines.filter(isExclusive)))
  return sql`with part as not materialized
        (select item_id, beat_id from item_track where removed_at is null and beat_id is not null),
      bought as (select unnest(${bought}) as id),
      sold as (select unnest(${exclusive}) as id union select beat_id from part where item_id = any(${exclusive})),
      taken as (select id from sold union ${twinsOf(sql`select id from sold`, { withProposed: true })})
    select id from bought
      union select beat_id from part where item_id in (select id from bought)
      union select id from taken
      union select item_id from part where beat_id in (select id from taken)`
}

/** Gives one line to its buyer: the purchase, the versions of its files, and the paper. Else says why not. */
export async function grant({ clock }: App, tx: Tx, order: PaidOrder, line: ItemLine): Promise<string | null> {
  const found = await factsOf(tx, order, line)
  const refusal = refusalOf(found)
  if (refusal) return refusal
  const now = clock.now()
  const termsId = found.termsId ?? (await addTerms(tx, line.licenseType, now))
  const { id } = await tx
    .with('given', (first) =>
      first
        .insertInto('purchase')
        .values({
          lineId: line.id,
          buyerId: order.buyerId,
          sellerId: line.sellerId,
          itemId: line.itemId,
          kind: line.kind,
          licenseType: line.licenseType,
          title: line.title,
          cents: line.totalCents,
          termsId,
          grantedAt: now,
        })
        .returning('id'),
    )
    .with('named', (next) =>
      next.insertInto('purchaseFile').columns(['purchaseId', 'fileId']).expression(presentFiles(line)),
    )
    .with('opened', (next) => next.insertInto('licensePaper').columns(PAPER).expression(paperOf(order, line)))
    .selectFrom('given')
    .select('id')
    .executeTakeFirstOrThrow()
  if (line.upgradeOf !== null)
    await tx
      .updateTable('purchase')
      .set({ state: 'superseded', supersededBy: id, endedAt: now })
      .where('id', '=', line.upgradeOf)
      .execute()
  return null
}

type Found = {
  sold: boolean
  takenDown: boolean
  banned: boolean
  lacks: boolean
  owned: boolean
  replaces: boolean
  isPaid: boolean
  termsId: number | null
}

async function factsOf(tx: Tx, { id, buyerId }: PaidOrder, line: ItemLine) {
  const { itemId, licenseType, upgradeOf } = line
  const { rows } = await sql<Found>`
    select
      exists (select from item where id = any(parts.ids) and (
        (status = 'sold' and not exists (select from purchase p join order_line l on l.id = p.line_id
          where p.item_id = item.id and l.order_id = ${id}))
        or ${isOwnedExclusively(sql`item.id`, { exceptIn: id })} or ${isTwinTaken(line, id)})) as sold,
      exists (select from item where id = ${itemId} and status = 'taken_down') as taken_down,
      exists (select from account where id = ${line.sellerId} and banned_at is not null) as banned,
      ${licenseType === 'WAV' || licenseType === 'PREMIUM' ? lacksFiles(itemId, licenseType) : sql`false`} as lacks,
      exists (select from purchase where buyer_id = ${buyerId} and item_id = ${itemId} and state <> 'refunded'
        and license_type is not distinct from ${licenseType}::license_type) as owned,
      ${upgradeOf === null ? sql`true as replaces, true as is_paid` : ofUpgrade(upgradeOf, buyerId, line)},
      ${presentTerms(licenseType)} as terms_id
    from (select array(select ${itemId}::bigint ${isPack(line) ? withBeats(itemId) : sql``}) as ids) parts`.execute(tx)
  return rows[0]!
}

/** A new version may have come as MP3 since the order began. */
const lacksFiles = (itemId: number, type: LicenseType) => sql`not exists (select from license_with_files
  where item_id = ${itemId} and type = ${type}::license_type)`

/** A beat left the shop when another one of the same file was sold, so what is on sale needs no look at others. */
const isTwinTaken = (line: ItemLine, exceptIn: number) => {
  const isTaken = isTwinOwned(sql`item.id`, { exceptIn })
  return isPack(line) ? isTaken : sql`((status <> 'published' or deleted_at is not null) and ${isTaken})`
}

const withBeats = (packId: number) => sql`union select beat_id from item_track
  where item_id = ${packId} and removed_at is null and beat_id is not null`

/** Whether the replaced license is the buyer's still, and whether what was paid for it covers what it takes off. */
const ofUpgrade = (upgradeOf: number, buyerId: number, { id, itemId }: ItemLine) => sql`
  exists (select from purchase where id = ${upgradeOf} and buyer_id = ${buyerId} and item_id = ${itemId}
    and ${isReplaceable}) as replaces,
  (select coalesce(sum(cents), 0) from order_adjustment where line_id = ${id} and kind = 'upgrade')
    <= ${paidFor(sql`${upgradeOf}::bigint`)} as is_paid`

function refusalOf({ sold, takenDown, banned, lacks, owned, replaces, isPaid }: Found) {
  if (sold) return 'Somebody else bought it exclusively before your payment arrived.'
  if (takenDown) return 'It was taken down before your payment arrived.'
  if (banned) return 'Its seller was banned before your payment arrived.'
  if (lacks) return 'Its files were replaced before your payment arrived, and this license has none any more.'
  if (owned) return 'You have this license already.'
  if (!replaces) return 'The license that it replaces is not yours any more.'
  return isPaid ? null : 'A part of what you paid for the license that it replaces went back to you.'
}

/** An archive holds the tracks of a pack; which of them in which form is up to the license. */
const LEASED: FileRole[] = ['mp3', 'archive']
const ROLES: Record<LicenseType, FileRole[]> = {
  MP3: LEASED,
  WAV: [...LEASED, 'master'],
  PREMIUM: [...LEASED, 'master', 'stems'],
  EXCLUSIVE: [...LEASED, 'master', 'stems', 'project'],
}

/** Names the present versions: what was sold stays, whatever the seller changes later. An MP3 master serves as MP3. */
const presentFiles = ({ itemId, licenseType }: ItemLine) =>
  sql`select given.id, item_file.id from given, item_file where item_id = ${itemId} and is_present
    and (role = any(${licenseType ? ROLES[licenseType] : LEASED}::file_role[])
      or (role = 'master' and media_type = 'audio/mpeg'))`

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // none that people confuse

/** A license number has 80 random bits: nobody finds a license by guessing. */
const numberOf = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

const PAPER = ['purchaseId', 'number', 'buyerName', 'buyerHandle', 'sellerName', 'sellerHandle', 'masterId'] as const
/** Kits have no paper: their terms are in the archive. */
const paperOf = (order: PaidOrder, { itemId, sellerId, licenseType }: ItemLine) =>
  sql`select given.id, ${numberOf()}, ${order.buyerName}, buyer.handle,
      coalesce(seller.legal_name, seller.handle), seller.handle, master.id
    from given, account buyer, account seller
      left join item_file master on master.item_id = ${itemId} and master.role = 'master' and master.is_present
    where buyer.id = ${order.buyerId} and seller.id = ${sellerId} and ${licenseType !== null}::boolean`

/** Counts the sales. What was sold exclusively leaves the shop, and so do beats of the same files and packs that hold it. */
export async function completeSale(app: App, tx: Tx, { paidAt: at }: PaidOrder, lines: readonly ItemLine[]) {
  if (lines.length === 0) return
  await countSale(
    tx,
    lines.map(({ itemId, licenseType, sellerCents }) => ({
      itemId,
      license: licenseType,
      by: 1 as const,
      cents: sellerCents,
      at,
    })),
  )
  const exclusive = idsOf(lines.filter(isExclusive))
  if (exclusive.length === 0) return
  for (const { id, isSold, kind } of await leaving(tx, exclusive))
    if (isSold) await markSold(tx, id, at)
    else await setState(tx, id, 'paused', { now: at, reason: kind === 'pack' ? SOLD_BEAT : SOLD_TWIN })
}

/** Items on sale that leave with exclusively sold ones: these, the beats in them, beats of the same files, and packs with one. */
const leaving = async (tx: Tx, exclusive: number[]) => {
  const { rows } = await sql<{ id: number; isSold: boolean; kind: ItemKind }>`
    with sold as (select unnest(${exclusive}::bigint[]) as id
      union select beat_id from item_track where item_id = any(${exclusive}::bigint[])
        and removed_at is null and beat_id is not null),
      taken as (select id from sold union ${twinsOf(sql`select id from sold`)})
    select item.id, item.id in (select id from sold) as is_sold, item.kind from item
    where item.deleted_at is null
      and item.id in (select id from taken
        union select item_id from item_track where removed_at is null and beat_id in (select id from taken))
      and (item.status = 'published' or (item.status = 'paused' and item.id in (select id from sold)))
    order by item.id`.execute(tx)
  return rows
}
