import { sql } from 'kysely'
import { SUPPORT } from '#contract/support.ts'
import type { Db } from '#server/db/connect.ts'

/** The first number of what this file adds; what migrations and the sign-up have added is below. */
const FIRST = 1_000

/** The checks of references would take most of the time. */
const WITHOUT_REFERENCES = `do $$ declare held record; begin
  for held in select conrelid::regclass as of, conname from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
  loop execute format('alter table %s drop constraint %I', held.of, held.conname); end loop; end $$`

/**
 * Fills each list of the desk with so many rows. References are not checked and texts are short: the rows need only look
 * as those of a large shop do to the queries of the lists.
 */
export async function fillDesk(db: Db, rows: number, say: (what: string) => void) {
  await db.connection().execute(async (one) => {
    await sql.raw(WITHOUT_REFERENCES).execute(one)
    await sql`set synchronous_commit = off`.execute(one)
    await sql`set statement_timeout = 0`.execute(one)
    const indexes = await dropIndexes(one)
    for (const [name, statement] of statements(rows)) {
      say(name)
      await statement.execute(one)
    }
    say('indexes')
    await sql`set maintenance_work_mem = '512MB'`.execute(one)
    for (const index of indexes) await sql.raw(index).execute(one)
    say('vacuum')
    await sql`vacuum (analyze)`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Indexes that are made at once, after the rows, take a tenth of the time. Gives the statements that make them. */
async function dropIndexes(db: Db) {
  const { rows } = await sql<{ name: string; made: string }>`select indexrelid::regclass::text as name,
      pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ made }) => made)
}

const at = sql`timestamptz '2026-01-01' + n * interval '20 seconds'`

const statements = (rows: number) => {
  const n = sql`generate_series(${sql.lit(FIRST)}::bigint, ${sql.lit(FIRST + rows - 1)}::bigint) as series (n)`
  const other = sql`${sql.lit(FIRST)} + (n * 7919) % ${sql.lit(rows)}`
  return [
    [
      'people',
      sql`insert into account (id, handle, email, handle_key, referral_code, created_at, plan, is_producer, banned_at)
        overriding system value select n, 'Person_' || n, 'person' || n || '@example.com', 'person' || n, 'r' || n, ${at},
        (case n % 20 when 0 then 'growth' when 1 then 'pro' else 'free' end)::plan, n % 3 = 0,
        case when n % 500 = 0 then now() end from ${n}`,
    ],
    ['counters of people', sql`insert into account_stat (account_id, tracks) select n, n % 40 from ${n}`],
    [
      'items',
      sql`insert into item (id, owner_id, kind, title, slug, status, published_at, updated_at)
        overriding system value select n, ${other}, (array['beat', 'pack'])[n % 2 + 1]::item_kind,
        'Stairwell ' || n || ' Sermon', 'stairwell-' || n,
        (case when n % 50 = 0 then 'pending' else 'published' end)::item_status,
        case when n % 50 <> 0 then ${at} end, ${at} from ${n}`,
    ],
    [
      'reviews',
      sql`insert into review (item_id, submitted_at, decision, decided_at, turn)
        select n, ${at}, case when n % 50 <> 0 then 'approved' end, case when n % 50 <> 0 then ${at} end,
        case (${other}) % 20 when 0 then 1 when 1 then 0 else 2 end from ${n}`,
    ],
    [
      'orders',
      sql`insert into shop_order (id, number, buyer_id, state, mode, request_hash, subtotal_cents, total_cents, created_at, paid_at, closed_at)
        overriding system value select n, 'S-' || upper(lpad(to_hex(n), 8, '0')), ${other},
        (case when n % 5 = 0 then 'expired' else 'paid' end)::order_state, 'sandbox', '\\x00', 2995, 2995, ${at},
        case when n % 5 <> 0 then ${at} end, case when n % 5 = 0 then ${at} end from ${n}`,
    ],
    [
      'lines of orders',
      sql`insert into order_line (id, order_id, position, kind, item_id, license_type, seller_id, title, label, cents, total_cents, state, refunded_cents)
        overriding system value select n, n, 0, 'beat', ${other}, 'MP3', ${other}, 'Stairwell ' || n || ' Sermon', 'MP3 Lease',
        2995, 2995, 'granted', case when n % 200 = 1 then 2995 else 0 end from ${n}`,
    ],
    [
      'payments',
      sql`insert into payment (id, order_id, provider, reference, method, state, cents, created_at, paid_at, difference, paid_with)
        overriding system value select n, n, 'stripe', 'p' || n, 'credit', 'paid', 2995, ${at}, ${at},
        case when n % 100000 = 7 then 'It differs.' end, 'Visa, ends 4242' from ${n}`,
    ],
    [
      'payouts',
      sql`insert into payout (id, account_id, kind, state, week, gross_cents, created_at, ended_at, due_at, provider, sent_at)
        overriding system value select n, ${other}, 'weekly',
        (case when n % 500 = 0 then 'requested' when n % 100 = 1 then 'failed' else 'paid' end)::payout_state,
        '2026-W' || lpad((n % 50 + 1)::text, 2, '0'), 5000, ${at},
        case when n % 500 <> 0 then ${at} end, null, case when n % 500 <> 0 then 'paypal' end,
        case when n % 500 <> 0 then ${at} end from ${n}`,
    ],
    [
      'actions',
      sql`insert into admin_action (admin_id, action, subject_kind, subject_id, reason, created_at)
        select ${other}, 'approve item', case when n % 2 = 0 then 'item' else 'account' end, ${other}, 'Looks good', ${at} from ${n}`,
    ],
    [
      'mails',
      sql`insert into mail (recipient, subject, message_id, created_at, sent_at, kind, text, failure)
        select 'person' || n || '@example.com', 'Your order ' || n, 'm' || n, ${at},
        case when n % 1000 <> 0 then ${at} end, 'receipt', 'Hello', case when n % 1000 = 0 then 'refused' end from ${n}`,
    ],
    [
      'reports',
      sql`insert into report (account_id, person_id, reason, created_at, closed_at, outcome)
        select n, ${other}, 'Spam', ${at}, case when n % 100 <> 0 then ${at} end,
        case when n % 100 <> 0 then 'dismissed' end from ${n}`,
    ],
    [
      'referrals',
      sql`insert into referral (account_id, referrer_id, state, cents, held_because, confirmed_at)
        select n, ${other} + case when (n * 7919) % ${sql.lit(rows)} + ${sql.lit(FIRST)} = n then 1 else 0 end, case when n % 200 = 0 then 'held' else 'credited' end, 500,
        case when n % 200 = 0 then 'One network' end, ${at} from ${n}`,
    ],
    [
      'worklist',
      sql`insert into plan_task (account_id, subscription_id, line_id, plan, kind, begins_at, ends_at, due_at, done_at, done_by, link)
        select ${other}, n, n, (case when n % 4 = 0 then 'pro' else 'growth' end)::plan,
        case when n % 8 = 0 then 'campaign' else 'post' end, ${at}, ${at} + interval '30 days', ${at} + interval '30 days',
        case when n % 20 <> 0 then ${at} end, case when n % 20 <> 0 then 2 end,
        case when n % 20 <> 0 then 'https://social.example/' || n end from ${n}`,
    ],
    [
      'conversations',
      sql`insert into thread (id, low_id, high_id, started_by, last_message_id, created_at)
        overriding system value select n, ${SUPPORT}::bigint, n, n, n, ${at} from ${n}`,
    ],
    [
      'messages',
      sql`insert into message (id, thread_id, sender_id, body, key, created_at)
        overriding system value select n, n, n, 'Hello there', 'k' || n, ${at} from ${n}`,
    ],
    [
      'marks of conversations',
      sql`insert into thread_mark (thread_id, account_id, unread_id, read_up_to)
        select n, ${SUPPORT}::bigint, case when n % 300 = 0 then n end, case when n % 300 = 0 then 0 else n end from ${n}`,
    ],
    [
      'words of guests',
      sql`insert into contact_message (name, email, topic, body, created_at, done_at)
        select 'Guest ' || n, 'guest' || n || '@example.com', 'other', 'Hello', ${at}, case when n % 100 <> 0 then ${at} end from ${n}`,
    ],
    [
      'announcements',
      sql`insert into announcement (title, message, audience, written_by, created_at, last_account_id, ended_at)
        select 'News ' || n, 'Words', 'all', 2, ${at}, 2, ${at} from ${n}`,
    ],
    [
      'promotions',
      sql`insert into promotion (id, account_id, item_id, tier, days, guaranteed, delivered, price_cents, paid_cents,
        credit_cents, state, started_at, ends_at, lasts_until, ended_at, ended_for, due_at)
        overriding system value select n, ${other}, n, (array['standard', 'premium', 'spotlight'])[n % 3 + 1], 7, 3000,
        n % 3000, 1500, 1500, 0, (case when n % 50 = 3 then 'active' else 'ended' end)::promotion_state, ${at},
        now() + interval '3 days', now() + interval '9 days', case when n % 50 <> 3 then ${at} end,
        case when n % 50 <> 3 then case when n % 40 = 0 then 'canceled' else 'delivered' end end,
        case when n % 50 = 3 then now() + interval '3 days' end from ${n}`,
    ],
    [
      'codes',
      sql`insert into discount_code (seller_id, code, basis_points, created_at) select ${other}, 'CODE' || n, 1000, ${at} from ${n}`,
    ],
  ] as const
}
