// npm run bench:promotions: are promotions delivered as promised, and what do their places cost?
// 500 promotions and 200,000 page views with real draws; then a running shop with 500 of them: the cost of pages and of
// counting, and a flood of false impressions.
import { DAY, SIMULATED, simulate, type Simulated } from './promotions/simulate.ts'
import { measureShop } from './promotions/shop.ts'

const { log } = console
let failed = 0
function check(what: string, is: boolean, figure = '') {
  if (!is) failed++
  log(`  ${is ? 'yes' : 'NO '}  ${what}${figure && `: ${figure}`}`)
}
const signed = (ms: number) => `${ms >= 0 ? '+' : ''}${ms.toFixed(2)}`
const percent = (part: number) => `${(100 * part).toFixed(0)} %`

log(
  `\n${SIMULATED.promotions} promotions, ${SIMULATED.views.toLocaleString('en')} page views in ${SIMULATED.days} days`,
)
report(simulate('promotions'))
log('\nA shop with 500 running promotions')
const shop = await measureShop()
check('every promoted card of five pages is marked', shop.unmarked === 0, `${shop.marked} cards`)
for (const { path, without, more, error, cards } of shop.pages) {
  const figure = `${signed(more)} ±${error.toFixed(2)} ms, beside ${without.toFixed(2)} ms without them`
  check(`${cards} promoted cards of ${path} and their draw cost at most 0.3 ms`, more + shop.drawMs <= 0.3, figure)
}
check('a draw costs at most 0.3 ms', shop.drawMs <= 0.3, `${shop.drawMs.toFixed(3)} ms`)
check('an impression costs at most 0.3 ms', shop.redeemMs <= 0.3, `${shop.redeemMs.toFixed(3)} ms CPU of the server`)
check('true impressions of many viewers all count', shop.counted === shop.sent, `${shop.counted} of ${shop.sent}`)
for (const { what, calls, added } of shop.floods)
  check(`${what} add nothing`, added === 0, `${calls} calls, ${added} added`)
log(failed ? `\n${failed} FAILED` : '\nAll as promised.')
process.exitCode = failed ? 1 : 0

function report({ promotions, faults, seenPlaces, drawMs }: Simulated) {
  const late = (p: Simulated['promotions'][number]) =>
    p.metAt === null ? Infinity : (p.metAt - p.startsAt) / (p.days * DAY)
  const owed = promotions.reduce((sum, { guaranteed }) => sum + guaranteed, 0)
  const delivered = promotions.reduce((sum, p) => sum + p.delivered, 0)
  log(
    `  ${owed.toLocaleString('en')} impressions guaranteed, ${delivered.toLocaleString('en')} delivered; places rendered: ${seenPlaces.toLocaleString('en')}`,
  )
  log(`  a draw takes ${drawMs.toFixed(3)} ms`)
  const medians = (['standard', 'premium', 'spotlight'] as const).map((tier) => {
    const of = promotions.filter((p) => p.tier === tier)
    const parts = of.map(late).toSorted((a, b) => a - b)
    const first = of.reduce((sum, p) => sum + p.first, 0) / of.reduce((sum, p) => sum + p.shown, 0)
    log(
      `  ${tier.padEnd(10)} ${String(of.length).padStart(3)} promotions, met after ${percent(parts[parts.length >> 1]!)} of their days, the last after ${percent(parts.at(-1)!)}; first on the page ${percent(first)} of the time`,
    )
    return { middle: parts[parts.length >> 1]!, last: parts.at(-1)!, first }
  })
  check(
    'every guarantee is met within its days and 10 %',
    medians.every(({ last }) => last <= 1.1),
  )
  check(
    'higher tiers are met sooner and stand higher',
    medians.every((one, n) => n === 0 || (one.middle < medians[n - 1]!.middle && one.first > medians[n - 1]!.first)),
  )
  check(
    'none delivers much more than promised',
    promotions.every((p) => p.delivered <= p.guaranteed * 1.02 + 1),
  )
  check('no item stands twice on a page', faults.twice === 0)
  check('no producer has more than one promotion on a page', faults.producers === 0)
}
