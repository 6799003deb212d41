import { useQuery } from '@tanstack/react-query'
import { SWITCHES } from '#contract/house-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { SettingForm } from './setting-form.tsx'
import { SwitchRow } from './switch-row.tsx'

/** What the operator may stop and change while the shop runs. */
export function Component() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /admin/house', undefined))
  if (isError && !data) return <Failed again={refetch}>Couldn’t load the settings.</Failed>
  if (!data)
    return (
      <div role="status" aria-busy aria-label="Loading the settings">
        <TextSkeleton lines={8} className="max-w-150" />
      </div>
    )
  return (
    <div className="grid max-w-200 gap-12">
      <section aria-labelledby="switches">
        <h2 id="switches" className="text-xl font-bold">
          Stop and go
        </h2>
        <p className="mt-1.5 mb-4 text-soft">A press counts at once, on every server. Visitors read your reason.</p>
        <ul>
          {SWITCHES.map((what) => (
            <SwitchRow key={what} what={what} stopped={data.stopped.find((part) => part.what === what)} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings" className="text-xl font-bold">
          Settings
        </h2>
        <p className="mt-1.5 mb-4 text-soft">
          They count from the next file or payout on. Everything else is set where the shop is started.
        </p>
        <ul>
          {data.settings.map((setting) => (
            <SettingForm key={`${setting.name} ${setting.value}`} setting={setting} />
          ))}
        </ul>
      </section>
    </div>
  )
}
