import type { SoldLicense } from '#contract/license-papers.ts'
import { day } from '#web/items/format.ts'
import { HydratedWave } from '#web/items/hydrated-wave.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleAlert, CircleCheck, CircleX } from '#web/ui/icons.ts'

const states = {
  valid: { word: 'Valid', icon: CircleCheck, color: 'text-ok' },
  superseded: { word: 'Replaced', icon: CircleAlert, color: 'text-warn' },
  withdrawn: { word: 'Withdrawn', icon: CircleX, color: 'text-bad' },
}

/** The number, and whether the license is in force. */
export function LicenseHead({ license }: { license: SoldLicense }) {
  const { number, state, item } = license
  const { word, icon, color } = states[state]
  return (
    <div className="border-b border-rail/60 bg-curb">
      <div className="wrap grid items-end gap-x-10 gap-y-6 py-8 md:py-11 lg:grid-cols-[minmax(0,1fr)_440px]">
        <div className="min-w-0">
          <p className="flex items-center gap-3.5">
            <span className="inline-flex items-center gap-2 font-semibold">
              <Icon of={icon} size={22} className={color} />
              {word}
            </span>
            <span className="text-dim">checked just now</span>
          </p>
          <h1 className="mt-3.5">
            <span className="block text-[15px] text-soft">License number</span>{' '}
            <span className="disp num mt-2 block text-[38px] wrap-anywhere md:text-[72px]">{number}</span>
          </h1>
          <p className="mt-4 max-w-[75ch] text-[17px] text-soft">
            <Words license={license} />
          </p>
        </div>
        {item.wave && <HydratedWave wave={item.wave} reflected bright bars={146} className="h-21 w-full md:h-33" />}
      </div>
    </div>
  )
}

function Words({ license: { state, supersededBy, endedAt } }: { license: SoldLicense }) {
  if (state === 'valid') return 'This number belongs to a license sold on Slide. It was paid, and it is in force.'
  const on = endedAt && ` on ${day(endedAt)}`
  if (state === 'withdrawn') return `The payment of this license was returned${on}. It is not in force any more.`
  return (
    <>
      A larger license of the same buyer took its place{on}:{' '}
      {supersededBy && (
        <Link to={paths.license(supersededBy)} className="num text-ink underline underline-offset-3">
          {supersededBy}
        </Link>
      )}
    </>
  )
}
