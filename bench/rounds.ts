// Measures what the round of each minute costs in a shop whose lists have a million rows each, while nothing is due: each
// taker alone, and the charts. `npm run bench:rounds -- --rows 1000000`. `--data DIR` keeps the shop for another run; it is
// that of `bench:desk`. The clock stands long before the first row.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { takers, workOf } from '#server/work.ts'
import { quantile } from './catalogue/cost.ts'
import { openLargeShop } from './desk/large-shop.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, data: { type: 'string' } } })
const TIMES = 5
const LONG_AGO = new Date('2020-01-01')

const data = values.data ?? (await mkdtemp(join(tmpdir(), 'slide-rounds-')))
const shop = await openLargeShop({
  data,
  rows: Number(values.rows),
  isKept: values.data !== undefined,
  clock: { now: () => LONG_AGO },
})
try {
  const { app } = shop
  const charts = workOf(app).rounds.find(({ name }) => name === 'refresh-charts')!
  const works = takers.map(({ name, takeDue }) => ({ name, run: () => takeDue(app, LONG_AGO) as Promise<unknown> }))
  console.log('milliseconds: the first time, and the median of the next')
  for (const { name, run } of [...works, charts]) {
    const took: number[] = []
    for (let time = 0; time <= TIMES; time++) {
      const began = performance.now()
      await run()
      took.push(performance.now() - began)
    }
    console.log(
      `${name.padEnd(44)} ${took[0]!.toFixed(1).padStart(9)} ${quantile(took.slice(1), 0.5).toFixed(1).padStart(9)}`,
    )
  }
} finally {
  await shop.close()
}
