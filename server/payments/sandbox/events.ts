import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { SandboxEvent } from '#server/db/types.ts'
import { enqueued } from '#server/jobs/enqueue.ts'
import type { ProviderEvent } from '#server/payments/port.ts'
import { signatureOf, SIGNATURE } from './signature.ts'
import type { Sandboxed } from './sandboxed.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'sandbox-event': { id: number }
  }
}

/** A message that gets no answer is sent again after these minutes, then no more. */
const RETRY_AFTER = [1, 5, 30, 120, 720]
const MINUTE = 60_000
const PATIENCE = 10_000

/** Sends messages to the shop; a test may replace the line. Answers the status. */
export type Line = (message: { body: string; headers: Record<string, string> }) => Promise<number>

/**
 * Writes a message to the shop, as the settings of the panel want it. Reordered messages wait the longer, the fewer
 * messages wait already. One without a delay is sent by a job at once, and by the round if that fails.
 */
export async function emit(box: Sandboxed, tx: Tx, { about, reference }: Pick<ProviderEvent, 'about' | 'reference'>) {
  if (box.isSilent) return
  const now = box.clock.now()
  await sql`
    with wanted as (select duplicates, delay_seconds * interval '1 second' + case when reorders
        then greatest(1, 3 - (select count(*) from sandbox_event where due_at is not null)) * interval '1 minute'
        else interval '0' end as delay
      from sandbox_setting where not drops),
    written as (insert into sandbox_event (event_id, about, reference, created_at, due_at)
      select ${`sbe_${randomUUID()}`}, ${about}, ${reference}, ${now},
        ${now}::timestamptz + case when delay = interval '0' then interval '1 minute' else delay end
      from wanted, generate_series(1, case when duplicates then 2 else 1 end)
      returning id)
    select ${enqueued('sandbox-event', sql`json_build_object('id', id)`)} from written, wanted
    where delay = interval '0'`.execute(tx)
}

/** Sends one message now, unless it was sent already. */
export async function deliverEvent(box: Sandboxed, line: Line, id: number) {
  const event = await box.db
    .selectFrom('sandboxEvent')
    .where('id', '=', id)
    .where('dueAt', 'is not', null)
    .selectAll()
    .executeTakeFirst()
  if (event) await send(box, line, event)
}

/** Sends messages that are due. Returns their number. */
export async function deliverDue(box: Sandboxed, line: Line, now: Date) {
  const events = await box.db
    .updateTable('sandboxEvent')
    .set({ dueAt: new Date(now.getTime() + MINUTE) }) // another node takes them only if this one dies
    .where('id', 'in', (due) =>
      due
        .selectFrom('sandboxEvent')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .orderBy('id')
        .limit(20)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returningAll()
    .execute()
  for (const event of events.toSorted((one, other) => one.id - other.id)) await send(box, line, event)
  return events.length
}

async function send(box: Sandboxed, line: Line, { id, eventId, about, reference, tries }: Selectable<SandboxEvent>) {
  const body = JSON.stringify({ id: eventId, about, reference })
  const status = await line({
    body,
    headers: { 'content-type': 'application/json', [SIGNATURE]: signatureOf(box, body) },
  }).catch(() => 0)
  const wait = status >= 200 && status < 300 ? undefined : RETRY_AFTER[tries]
  await box.db
    .updateTable('sandboxEvent')
    .set({
      tries: sql`tries + 1`,
      dueAt: wait === undefined ? null : new Date(box.clock.now().getTime() + wait * MINUTE),
    })
    .where('id', '=', id)
    .execute()
}

/** Posts to the shop's own address. */
export const lineTo =
  (address: () => string | Promise<string>): Line =>
  async ({ body, headers }) => {
    const reply = await fetch(new URL('/webhooks/sandbox', await address()), {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(PATIENCE),
    })
    await reply.arrayBuffer()
    return reply.status
  }
