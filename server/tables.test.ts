import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The only room that writes each table. Tests and the demo may write any table. */
const WRITES: Record<string, string> = {
  accounts:
    'account account_stat session refresh_token identity one_time_link second_step passkey passkey_challenge old_handle',
  announcements: 'announcement',
  audit: 'admin_action',
  bans: 'ban',
  catalogue: 'style',
  chat: 'thread message message_number thread_mark block support_note',
  checkout: 'shop_order order_key order_line order_adjustment payment provider_event hold refund refund_line dispute',
  contact: 'contact_message',
  credits: 'referral credit_hold',
  desk: 'setting house_day house_style_day',
  discounts: 'discount_code deal',
  http: 'throttle',
  items: 'item item_card item_stat item_day item_file item_track item_wave item_proposal license item_old_slug',
  ledger: 'ledger_account ledger_entry ledger_line',
  library: 'purchase purchase_file license_paper terms_version download',
  listening: 'playlist playlist_entry recently_played',
  mail: 'mail',
  moderation: 'review report takedown canned_reason cleared_match',
  notifications: 'notification notification_counter notification_person notification_preference notification_mail',
  payments:
    'house_mode sandbox_payment sandbox_refund sandbox_dispute sandbox_event sandbox_setting sandbox_card ' +
    'sandbox_subscription sandbox_payout_batch sandbox_payout sandbox_call',
  payouts: 'payout payout_target payout_week',
  plans: 'subscription subscription_period plan_grant',
  privacy: 'data_export account_deletion',
  problems: 'purchase_problem',
  promotions: 'promotion promotion_hour promotion_lead promotion_sale slot_hour slot_viewer',
  search: 'item_search search_term search_tag search_synonym chart_queue producer_beats',
  shares: 'share_version share',
  social: 'item_like comment follow item_play_hour recent_play like_told follow_told item_pin',
  storage: 'unnamed_file',
  studio:
    'media_job heard_sound fingerprint fingerprint_match missing_fingerprint voice_tag license_preset license_preset_tier',
  uploads: 'upload',
  worklist: 'plan_task',
}

const WRITING =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?<named>\w+)(?: as \w+)?'|(?:insert into|delete from|merge into|(?<!for |do |no key )update(?! of)) (?<plain>[a-z_]+)(?= |$)/gm
const camel = (table: string) => table.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const roomOf = new Map(
  Object.entries(WRITES).flatMap(([room, tables]) => tables.split(' ').map((table) => [camel(table), room] as const)),
)

test('each table is written by its own room', async () => {
  const wrong: string[] = []
  const written = new Set<string>()
  for (const file of await sourcesOf('server')) {
    const room = file.split('/')[0]!
    for (const { groups } of (await readFile(join('server', file), 'utf8')).matchAll(WRITING)) {
      const table = camel(groups!.named ?? groups!.plain!)
      written.add(table)
      const owner = roomOf.get(table)
      if (owner !== room) wrong.push(`server/${file} writes ${table}, which belongs to ${owner ?? 'no room yet'}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...written]).toEqual(
    expect.arrayContaining(['account', 'accountStat', 'item', 'itemStat', 'itemFile', 'itemOldSlug', 'itemSearch']),
  )
})

test('only the room items calls the index', async () => {
  const callers: string[] = []
  for (const file of await sourcesOf('server'))
    if (/\bindexItems\b/.test(await readFile(join('server', file), 'utf8'))) callers.push(file.split('/')[0]!)
  expect([...new Set(callers)].toSorted()).toEqual(['items', 'search'])
})

const sourcesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('db/'),
  )
