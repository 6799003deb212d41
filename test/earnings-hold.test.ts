import { expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { createWorld } from './world.ts'

test('About and Terms tell the days that the operator lets earnings wait', async () => {
  for (const [days, told] of [
    ['5', 'A sale is pending for five days, then part of your balance'],
    ['1', 'A sale is pending for one day, then part of your balance'],
    ['0', 'A sale is part of your balance at once'],
  ] as const) {
    const world = await createWorld({ env: { EARNINGS_HOLD_DAYS: days } })
    const http = await mountApp(world.app, { web: developmentWeb })
    for (const url of ['/about', '/terms']) expect((await http.inject({ url })).body).toContain(told)
    await http.close()
    await world.close()
  }
})
