import { useState } from 'react'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { License } from '#contract/licenses.ts'
import { kitLine, licenseLine } from '#web/cart/lines.ts'
import { advertised } from '#web/items/advertised.ts'
import { DealsLine } from '#web/items/deals-line.tsx'
import { exactly } from '#web/items/format.ts'
import { LicenseCards } from '#web/items/license-cards.tsx'
import { UsageTerms } from '#web/items/usage-terms.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { kinds } from '#web/items/kinds.ts'
import { CompareLicenses } from './compare-licenses.tsx'
import { DeliveredFiles } from './delivered-files.tsx'
import { OwnedLink } from './owned-link.tsx'
import { Total } from './total.tsx'

/** The prices, and the files that each license includes. */
export function Licensing({ item }: { item: ItemDetail }) {
  const title = item.kind === 'KIT' ? 'Price' : 'Licensing'
  return (
    <section aria-label={title}>
      <SectionHeading className="mb-4" action={<OwnedLink item={item} />}>
        {title}
      </SectionHeading>
      {item.available && !item.isWaiting && <DealsLine item={item} className="mb-4" />}
      {!item.available ? (
        <Sold item={item} />
      ) : item.isWaiting ? (
        <Waiting />
      ) : item.kind === 'KIT' ? (
        <Kit item={item} />
      ) : item.licenses.length ? (
        <Licenses item={item} />
      ) : (
        <p className="text-soft">No licenses available for this item.</p>
      )}
    </section>
  )
}

const Sold = ({ item }: { item: ItemDetail }) => (
  <div className="rounded-sm bg-curb p-4 md:p-5">
    <p className="text-xl font-bold">Sold exclusively</p>
    <p className="mt-1.5 text-soft">
      Somebody owns it now, and it is not for sale anymore. {leases(item)} Have a look at similar{' '}
      {kinds[item.kind].many} below.
    </p>
  </div>
)

const Waiting = () => (
  <div className="rounded-sm bg-curb p-4 md:p-5">
    <p className="text-xl font-bold">Not for sale right now</p>
    <p className="mt-1.5 text-soft">Its sellers are agreeing on their shares. Come back soon.</p>
  </div>
)

/** Tells buyers of all rights how many leases stay valid. */
function leases({ leasesSold }: ItemDetail) {
  if (leasesSold === 0) return null
  return leasesSold === 1
    ? '1 lease was sold before and stays valid.'
    : `${exactly(leasesSold)} leases were sold before and stay valid.`
}

function Licenses({ item }: { item: ItemDetail }) {
  const { licenses } = item
  const [chosen, choose] = useState<number>()
  const license = licenses.find(({ id }) => id === chosen) ?? advertised(licenses, item.price)!
  return (
    <>
      <LicenseCards licenses={licenses} selected={license.id} onSelect={choose} />
      <div className="mt-3 grid gap-x-10 gap-y-6 rounded-sm bg-curb p-4 md:p-5 xl:grid-cols-[minmax(0,1fr)_260px]">
        <div className="@container">
          <h3 className="mb-1.5 text-[16px] font-bold">Usage terms: {license.name}</h3>
          <UsageTerms license={license} className="@xl:grid-cols-2" />
          {license.type === 'EXCLUSIVE' && item.leasesSold > 0 && <p className="mt-3 text-soft">{leases(item)}</p>}
          <DeliveredFiles files={item.deliveredFiles} types={license.files} />
        </div>
        <Total item={item} line={licenseLine(item, license)} />
      </div>
      {licenses.length > 1 && <CompareLicenses licenses={licenses} />}
    </>
  )
}

/** A kit has one price, whatever licenses it has. */
function Kit({ item }: { item: ItemDetail }) {
  const all: License['files'] = ['MP3', 'WAV', 'STEMS', 'PROJECT', 'ARCHIVE']
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 rounded-sm bg-curb p-4 md:grid-cols-[minmax(0,1fr)_260px] md:p-5">
      <div>
        <h3 className="text-[16px] font-bold">Usage terms</h3>
        <p className="mt-1.5 max-w-prose text-soft">
          Use its sounds in as much of your own music as you like, also music that you sell. You may not sell or share
          the sounds as sounds, alone or in a kit of yours.
        </p>
        <h3 className="mt-5 text-[16px] font-bold">Files received</h3>
        <DeliveredFiles files={item.deliveredFiles} types={all} />
      </div>
      <Total item={item} line={kitLine(item)} />
    </div>
  )
}
