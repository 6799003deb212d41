import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Promotion } from '#contract/promotions.ts'
import { inPage } from '#web/router/in-page.tsx'
import { PromotionPanel } from './promotion-panel.tsx'

const promotion = {
  id: 7,
  kind: 'BEAT',
  title: 'Dusk',
  thumb: null,
  tier: 'premium',
  days: 3,
  status: 'active',
  pausedFor: null,
  startedAt: '2026-11-01T12:00:00.000Z',
  endsAt: '2026-11-04T12:00:00.000Z',
  lastsUntil: '2026-11-07T12:00:00.000Z',
  endedAt: null,
  endedFor: null,
  runsOn: true,
  paid: 9,
  creditsUsed: 0,
  creditsReturned: 0,
  isRerun: false,
  delivered: 500,
  guaranteed: 900,
} as unknown as Promotion

test('a promotion that runs on past its days says until when at the latest', async () => {
  const screen = await render(inPage(<PromotionPanel promotion={promotion} back="/library" />))
  await expect.element(screen.getByText('Runs on until it is delivered, Nov 7, 2026 at the latest')).toBeVisible()
  await expect.element(screen.getByText('Nov 4, 2026')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Days left')).not.toBeInTheDocument()
})
