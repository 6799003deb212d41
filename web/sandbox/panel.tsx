import { useQuery } from '@tanstack/react-query'
import type { SandboxSettings } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { AdminGate } from '#web/session/admin-gate.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Field } from '#web/ui/field.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Payments } from './payments.tsx'
import { Payouts } from './payouts.tsx'
import { Subscriptions } from './subscriptions.tsx'

export const Component = () => (
  <AdminGate>
    <SandboxBanner />
    <div className="wrap grid gap-8 py-12">
      <h1 className="disp text-[44px] md:text-[64px]">Sandbox</h1>
      <Panel />
    </div>
  </AdminGate>
)

type Faults = 'duplicates' | 'reorders' | 'drops' | 'refundsFail' | 'isDown'
const faults: [name: Faults, label: string][] = [
  ['isDown', 'The provider does not answer'],
  ['refundsFail', 'Refunds fail'],
  ['drops', 'Its messages get lost'],
  ['duplicates', 'Each message comes twice'],
  ['reorders', 'Messages overtake each other'],
]
const DELAYS = [
  [0, 'At once'],
  [10, 'After 10 seconds'],
  [60, 'After a minute'],
  [3_600, 'After an hour'],
] as const
const JUMPS = [
  [30, '30 minutes'],
  [24 * 60, 'A day'],
  [7 * 24 * 60, 'A week'],
  [31 * 24 * 60, '31 days'],
] as const

/** How the played provider behaves, for everybody in this shop. */
function Panel() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /sandbox/settings', undefined))
  const change = useAction({
    send: (body: Partial<SandboxSettings>) => call('PATCH /sandbox/settings', { body }),
    failure: 'That could not be changed. Try again.',
    refresh: ['GET /sandbox/settings'],
  })
  const move = useAction({
    send: (minutes: number) => call('POST /sandbox/clock', { body: { minutes } }),
    success: 'The clock was moved',
    failure: 'The clock could not be moved. Try again.',
    refresh: ['GET /sandbox/settings'],
  })
  if (!data) return isError ? <Failed again={refetch}>The sandbox is not in use here.</Failed> : <Spinner />
  return (
    <>
      <section aria-labelledby="faults" className="grid justify-items-start gap-4">
        <h2 id="faults" className="text-xl font-bold">
          Trouble to try
        </h2>
        {faults.map(([name, label]) => (
          <Switch
            key={name}
            checked={data[name]}
            onChange={({ target }) => void change.run({ [name]: target.checked })}
          >
            {label}
          </Switch>
        ))}
        <Field label="Messages come">
          {(control) => (
            <Select
              {...control}
              value={String(data.delaySeconds)}
              onChange={({ target }) => void change.run({ delaySeconds: Number(target.value) })}
            >
              {DELAYS.map(([seconds, label]) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </section>
      <section aria-labelledby="clock" className="grid gap-4">
        <h2 id="clock" className="text-xl font-bold">
          Clock
        </h2>
        <p className="num text-soft">{new Date(data.now).toUTCString()}</p>
        {data.movesClock ? (
          <>
            <p className="max-w-[60ch] text-soft">
              Move the shop’s clock ahead to see what happens later. It never goes back. You may have to sign in again.
            </p>
            <div className="flex flex-wrap gap-2.5">
              {JUMPS.map(([minutes, label]) => (
                <Button key={minutes} onClick={() => void move.run(minutes)}>
                  {label} ahead
                </Button>
              ))}
            </div>
          </>
        ) : (
          <p className="text-soft">The clock of a production server can’t be moved.</p>
        )}
      </section>
      <Payments />
      <Subscriptions />
      <Payouts />
    </>
  )
}
