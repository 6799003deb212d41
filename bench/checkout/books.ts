import type pg from 'pg'
import type { Told } from './buyer.ts'

/** The items that are sold exclusively, by themselves or in a pack. */
const EXCLUSIVES = `(select p.id as purchase_id, p.buyer_id, part.id from purchase p, lateral (select p.item_id as id union
  select beat_id from item_track where item_id = p.item_id and removed_at is null and beat_id is not null) part
  where p.state = 'owned' and p.license_type = 'EXCLUSIVE') exclusives`

/** Each counts faults: 0 is right. */
const FAULTS: Record<string, string> = {
  'paid orders with a line that was neither granted nor refused':
    "select count(distinct o.id) from shop_order o join order_line l on l.order_id = o.id where o.state = 'paid' and l.state = 'open'",
  'granted lines without a purchase':
    "select count(*) from order_line l where state = 'granted' and not exists (select from purchase where line_id = l.id)",
  'purchases without a granted line of a paid order': `select count(*) from purchase p join order_line l on l.id = p.line_id
      join shop_order o on o.id = l.order_id where l.state <> 'granted' or o.state <> 'paid'`,
  'licenses without a paper, files left out': `select count(*) from purchase p where license_type is not null
      and not exists (select from license_paper where purchase_id = p.id)
      or not exists (select from purchase_file where purchase_id = p.id)`,
  'purchases that are doubled': `select count(*) from (select from purchase where state = 'owned'
      group by buyer_id, item_id, license_type having count(*) > 1) d`,
  'exclusive licenses with two owners': `select count(*) from (select from ${EXCLUSIVES} group by id
      having count(distinct buyer_id) > 1) d`,
  'items sold exclusively that are on sale, or the reverse': `select count(*) from item i where (status = 'sold') <>
      exists (select from ${EXCLUSIVES} where id = i.id)`,
  'licenses of others that were granted after an exclusive one': `select count(*) from ${EXCLUSIVES}
      join purchase later on later.item_id = exclusives.id and later.id > exclusives.purchase_id
      where later.buyer_id <> exclusives.buyer_id`,
  'paid orders whose payment at the provider is missing, doubled or of another amount': `select count(*) from shop_order o
      where state = 'paid' and total_cents > 0 and (select coalesce(sum(s.cents), 0) from payment p
        join sandbox_payment s on s.reference = p.reference where p.order_id = o.id and s.state = 'paid'
        and not exists (select from refund r join ledger_entry e on e.kind = 'unclaimed payment' and e.reference = r.id::text
          where r.payment_id = p.id)) <> total_cents`,
  'payments at the provider that are neither an order’s nor refunded': `select count(*) from sandbox_payment s
      where state = 'paid' and not exists (select from payment p join shop_order o on o.id = p.order_id
        where p.reference = s.reference and p.state = 'paid' and (o.state = 'paid'
          or s.cents = (select sum(cents) from sandbox_refund r where r.payment_id = s.id and r.state = 'done')))`,
  'payments that the shop calls paid and the provider does not': `select count(*) from payment p where state = 'paid'
      and not exists (select from sandbox_payment s where s.reference = p.reference and s.state = 'paid' and s.cents = p.cents)`,
  'payments that the provider knows and the shop does not': `select count(*) from sandbox_payment s
      where not exists (select from payment where reference = s.reference)`,
  'refused lines that were not refunded whole':
    "select count(*) from order_line where state = 'refused' and refunded_cents <> total_cents",
  'refunds that differ between shop and provider': `select count(*) from refund r full join sandbox_refund s
      using (reference) where s.cents is distinct from r.cents or (s.state = 'done') <> (r.state = 'done')`,
  'payments refunded by more than was paid': `select count(*) from sandbox_payment p
      where cents < (select sum(cents) from sandbox_refund where payment_id = p.id and state = 'done')`,
  'paid orders without exactly one receipt': `select count(*) from shop_order o where state = 'paid'
      and (select count(*) from mail where kind = 'receipt' and text like '%' || o.number || '%') <> 1`,
  'refunds without exactly one mail': `select count(*) from refund r where state = 'done'
      and (select count(*) from mail where kind = 'refund' and dedupe_key = 'refund ' || r.id) <> 1`,
  'lines refunded more than once': `select count(*) from (select from refund_line join refund on refund.id = refund_id
      where state = 'done' group by line_id having count(*) > 1) d`,
  'receipts for orders that were not paid': `select count(*) from mail where kind = 'receipt'
      and dedupe_key not in (select 'receipt ' || id from shop_order where state = 'paid')`,
  'granted lines without exactly one notice to the buyer': `select abs((select count(*) from notification
      where title = 'Your purchase is ready') - (select count(*) from order_line where state = 'granted'))`,
  'ledger entries that do not sum to zero': `select count(*) from (select from ledger_line join ledger_account a
      on a.id = account_id group by entry_id, unit having sum(cents) <> 0) d`,
  'units whose ledger does not sum to zero': `select count(*) from (select from ledger_line join ledger_account a
      on a.id = account_id group by unit having sum(cents) <> 0) d`,
  'cents by which the ledger’s provider differs from the provider': `select abs(
      coalesce((select sum(cents) from ledger_line join ledger_account a on a.id = account_id where a.kind = 'provider'), 0)
      + coalesce((select sum(cents) from sandbox_payment where state = 'paid'), 0)
      - coalesce((select sum(cents) from sandbox_refund where state = 'done'), 0)
      - coalesce((select sum(fee_cents) from payment where state = 'paid' and exists (select from ledger_entry
        where kind = 'fee' and reference = payment.id::text)), 0))`,
  'cents by which earnings differ from granted lines': `select abs(
      coalesce((select sum(cents) from ledger_line join ledger_account a on a.id = account_id where a.kind = 'earnings'), 0)
      - coalesce((select sum(total_cents - refunded_cents) from order_line where state = 'granted'), 0))`,
  'cents of buyers that the house keeps': `select abs(coalesce((select sum(cents) from ledger_line
      join ledger_account a on a.id = account_id where a.kind = 'house' and unit = 'usd'), 0))`,
  'items whose count of sales differs from their purchases': `select count(*) from item_stat s where sales <>
      (select count(*) from purchase where item_id = s.item_id and state <> 'refunded')`,
  'orders that are open': "select count(*) from shop_order where state = 'open'",
  'payments that are open': "select count(*) from payment where state in ('starting', 'open', 'processing')",
  'refunds that are pending': "select count(*) from refund where state = 'pending'",
  'holds that are left': 'select count(*) from hold',
}

const count = async (db: pg.Client, sql: string, values: unknown[] = []) =>
  Number((await db.query<{ count: string }>(`select (${sql}) as count`, values)).rows[0]!.count)

/** Compares the books of the shop with those of the provider. Names each fault with its number. */
export async function faultsOf(db: pg.Client, told: Told) {
  const faults: [string, number][] = []
  for (const [name, sql] of Object.entries(FAULTS)) faults.push([name, await count(db, sql)])
  faults.push(
    [
      'orders that a buyer was told are paid, and are not',
      await count(
        db,
        "select count(*) from unnest($1::bigint[]) told where told not in (select id from shop_order where state = 'paid')",
        [[...told.paid]],
      ),
    ],
    ['payments that a buyer made, and nobody took', await untaken(db, told.payments)],
  )
  return faults.filter(([, number]) => number !== 0)
}

/** Payments among these that are neither delivered nor on their way back. */
export const untaken = (db: pg.Client, references: Iterable<string>) =>
  count(
    db,
    `select count(*) from unnest($1::text[]) made where made not in
      (select reference from payment where state = 'paid' or (state = 'canceled' and method = 'paypal'))`,
    [[...references]],
  )

export async function figuresOf(db: pg.Client) {
  const figure = async (name: string, sql: string) => `${await count(db, sql)} ${name}`
  return [
    await figure('orders paid', "select count(*) from shop_order where state = 'paid'"),
    await figure('ended', "select count(*) from shop_order where state in ('canceled', 'expired')"),
    await figure('purchases', 'select count(*) from purchase'),
    await figure('lines refused and refunded', "select count(*) from order_line where state = 'refused'"),
    await figure('payments returned', "select count(*) from ledger_entry where kind = 'unclaimed payment'"),
    await figure('cents paid', "select coalesce(sum(cents), 0) from sandbox_payment where state = 'paid'"),
    await figure('cents refunded', "select coalesce(sum(cents), 0) from sandbox_refund where state = 'done'"),
    await figure('ledger entries', 'select count(*) from ledger_entry'),
  ].join(', ')
}
