import type { ReactNode } from 'react'
import type { SoldLicense } from '#contract/license-papers.ts'
import { saveLicense } from '#web/items/save-license.ts'
import { day } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Download, Lock } from '#web/ui/icons.ts'

type Props = { license: SoldLicense; parties: SoldLicense['parties'] }

/** The permissions of the license, and its owner. The legal names are for the parties. */
export const LicenseFacts = ({ license, parties }: Props) => (
  <>
    <section aria-labelledby="what">
      <h2 id="what" className="text-xl font-bold">
        {license.name}
      </h2>
      <dl className="num mt-3 grid gap-x-9 md:grid-cols-2">
        {license.terms.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Exclusive">{license.type === 'EXCLUSIVE' ? 'Yes' : 'No'}</Fact>
      </dl>
    </section>
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-xl font-bold">
        About this license
      </h2>
      <dl className="mt-3">
        <Fact name="Issued">
          {day(license.issuedAt)}, {license.issuedAt.slice(11, 16)} UTC
        </Fact>
        <Fact name="Terms">
          Version {license.termsVersion}, of {day(license.termsSince)}
        </Fact>
        <Fact name="Licensor">{parties?.licensor ?? license.seller.displayName}</Fact>
        <Fact name="Licensee">
          {parties?.licensee ?? (
            <span className="inline-flex items-center gap-1.5 font-normal text-soft">
              <Icon of={Lock} size={15} />
              Not public
            </span>
          )}
        </Fact>
      </dl>
      {parties ? (
        <Document purchaseId={parties.purchaseId} license={license} />
      ) : (
        <p className="mt-3 text-sm text-dim">
          Only the two parties see the legal names. Sign in as one of them to see the PDF.
        </p>
      )}
    </section>
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
    <dt className={cx(children === undefined ? 'font-semibold' : 'text-soft')}>{name}</dt>
    <dd className="min-w-0 text-right font-semibold wrap-anywhere">{children}</dd>
  </div>
)

function Document({ purchaseId, license: { item, number } }: { purchaseId: number; license: SoldLicense }) {
  return (
    <Button className="mt-4" onClick={() => void saveLicense({ purchaseId, title: item.title, licenseNumber: number })}>
      <Icon of={Download} size={18} />
      Download the PDF
    </Button>
  )
}
