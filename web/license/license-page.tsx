import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '#web/router/hooks.ts'
import type { SoldLicense } from '#contract/license-papers.ts'
import { call, callAsGuest } from '#web/api/call.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { FileCheck } from './file-check.tsx'
import { licenseQuery } from './license-query.ts'
import { LicenseFacts } from './license-facts.tsx'
import { LicenseHead } from './license-head.tsx'
import { LicensedItem } from './licensed-item.tsx'

/** The public page of a license. Strangers see whether it is valid; the parties see their names as well. */
export function Component() {
  const { number = '' } = useParams()
  const license = useSuspenseQuery(licenseQuery(callAsGuest, number)).data
  const viewer = useSession(({ auth }) => auth?.userId ?? null)
  const own = useQuery({ ...licenseQuery(call, number, viewer), enabled: viewer !== null && license !== null })
  if (!license) return <Missing />
  return <License license={license} parties={own.data?.parties ?? null} />
}

const License = ({ license, parties }: { license: SoldLicense; parties: SoldLicense['parties'] }) => (
  <div {...(license.item.style && { 'data-line': license.item.style.line })}>
    <LicenseHead license={license} />
    <div className="wrap grid items-start gap-10 py-10 lg:grid-cols-[minmax(0,1fr)_440px] lg:gap-18">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
        <LicensedItem license={license} />
        <LicenseFacts license={license} parties={parties} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
        <FileCheck key={license.number} license={license} />
        <p className="text-sm text-dim">
          Something is wrong?{' '}
          <Link to={paths.contact()} className="text-ink underline underline-offset-3">
            Report this license
          </Link>
        </p>
      </div>
    </div>
  </div>
)

const Missing = () => (
  <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
    <h1 className="disp text-[44px] md:text-[64px]">No such license</h1>
    <p className="max-w-[56ch] text-lg text-soft">
      No license sold here has this number. Compare it with the document: it has four groups of four letters and digits,
      without 0, 1, I and O.
    </p>
    <Link to={paths.home()} className={buttonClass({ look: 'paper' })}>
      Home
    </Link>
  </div>
)
