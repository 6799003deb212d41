import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LibraryPurchase, PurchaseDetail } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { isRefusal } from '#web/api/failure.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, exactly, fileSize, musicKey, price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { soundNow, toggle, toggleCurrent, usePlayer } from '#web/player/player.ts'
import { isSame } from '#web/player/sound.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { ArrowLeft, Copy, Download, FileText } from '#web/ui/icons.ts'
import { localDay } from '#web/ui/local-day.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { Contents, isPacked, useTracks, type Tracks } from './contents.tsx'
import { Formats } from './formats.tsx'
import type { useLibraryAddress } from './library-address.ts'
import { beatSound, trackSounds } from './owned-sounds.ts'
import { ReportProblem } from './report-problem.tsx'
import { save } from './save.ts'
import { saveLicense } from '#web/items/save-license.ts'
import { endWords, purchaseNumber } from './words.ts'

type Address = ReturnType<typeof useLibraryAddress>['address']
type Props = {
  id: number
  /** The purchase as the list knows it, which is shown until the rest is there. */
  row: LibraryPurchase | undefined
  /** The list, for phones. */
  back: string
  address: Address
}

/** The chosen purchase: to play, to download, and what its license says. */
export function PurchasePanel({ id, row, back, address }: Props) {
  const detail = useQuery(apiQuery(call, 'GET /library/:id', { params: { id } }))
  const { data } = detail
  const shown = data ?? row
  const isMissing = isRefusal(detail.error) && detail.error.status !== 429
  return (
    <>
      <Link to={back} className={buttonClass({ look: 'ghost' }, 'mb-2 -ml-2.5 md:hidden')}>
        <Icon of={ArrowLeft} size={17} />
        Library
      </Link>
      {shown ? (
        <Bought key={id} purchase={shown} detail={data} isPending={detail.isPending} address={address} />
      ) : (
        detail.isPending && <TextSkeleton lines={5} className="mt-6" />
      )}
      {isMissing && !shown && <p className="mt-5 text-soft">Select an item from your library.</p>}
      {detail.isError && !data && !isMissing && (
        <Failed again={detail.refetch} className="mt-5">
          Failed to load your library.
        </Failed>
      )}
    </>
  )
}

type BoughtProps = {
  purchase: LibraryPurchase
  detail: PurchaseDetail | undefined
  isPending: boolean
  address: Address
}

function Bought({ purchase, detail, isPending, address }: BoughtProps) {
  const found = useTracks(purchase)
  const zip = detail?.downloads.find(({ file }) => file === 'zip')
  return (
    <div data-line={purchase.style?.line}>
      <Head purchase={purchase} detail={detail} found={found} />
      {purchase.state !== 'owned' && <p className="mt-4 font-semibold">{endWords(purchase)}</p>}
      {isPending && <TextSkeleton lines={4} className="mt-6" />}
      {zip && (
        <Button look="paper" onClick={() => void save(purchase.purchaseId, { file: 'zip' })} className="mt-5 w-full">
          <Icon of={Download} size={18} />
          Download ZIP
          <span className="num font-medium opacity-75">{fileSize(zip.bytes)}</span>
        </Button>
      )}
      {purchase.licenseUrl && (
        <Button onClick={() => void saveLicense(purchase)} className="mt-2.5 w-full">
          <Icon of={FileText} size={18} />
          License PDF
        </Button>
      )}
      {detail && <Formats purchase={detail} />}
      {isPacked(purchase) && purchase.state !== 'refunded' && <Contents purchase={purchase} found={found} />}
      {detail && <Terms purchase={detail} />}
      <Facts purchase={purchase} address={address} />
      <div className="mt-2 grid justify-items-start gap-1">
        <ReportProblem purchase={purchase} className="-ml-2.5" />
      </div>
      <LoadingStatus id={purchase.purchaseId} />
    </div>
  )
}

/** Tells people who don't see the turning ring of the play button. */
function LoadingStatus({ id }: { id: number }) {
  const words = usePlayer((player) => {
    const now = soundNow(player)
    if (player.state !== 'loading' || now?.owned?.purchaseId !== id) return ''
    return now.owned.key === undefined ? 'Loading audio…' : 'Loading track…'
  })
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

type HeadProps = { purchase: LibraryPurchase; detail: PurchaseDetail | undefined; found: Tracks }

function Head({ purchase, detail, found }: HeadProps) {
  const { kind, title, img, style, artist, ownerId, ownerPlan } = purchase
  return (
    <div className="flex items-end gap-5">
      <div className="relative flex-none">
        <div className={cx(kinds[kind].silhouette, kind !== 'KIT' && '*:rounded-sm')}>
          <Cover src={img ? coverFolder(img) : ''} size={132} className="w-29 md:w-33" />
        </div>
        {detail && purchase.state !== 'refunded' && (
          <PlayWhole detail={detail} found={found} className="absolute right-2 bottom-2 z-2 shadow-pop" />
        )}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-soft">
          {style && (
            <LineCode line={style.line} className="text-[15px]">
              {style.code}
            </LineCode>
          )}
          {kindWords(purchase, found.total)}
        </p>
        <h2 tabIndex={-1} className="disp mt-2.5 text-[40px] wrap-anywhere outline-none md:text-[48px]">
          {title}
        </h2>
        <p className="mt-3 flex flex-wrap items-center gap-1.5 font-semibold wrap-anywhere">
          <Link to={paths.profile(ownerId)} className="hover:underline">
            {artist}
          </Link>
          {ownerPlan !== 'free' && <PlanSeal plan={ownerPlan} />}
        </p>
      </div>
    </div>
  )
}

function kindWords({ kind, kitType, bpm, key, durationInSeconds }: LibraryPurchase, total: number | undefined) {
  if (kind === 'BEAT')
    return ['Beat', bpm && `${bpm} BPM`, key && musicKey(key), duration(durationInSeconds)].filter(Boolean).join(', ')
  const many = kind === 'PACK' ? 'track' : 'file'
  const name = kind === 'PACK' ? 'Pack' : (kitType ?? 'Kit')
  return total === undefined ? name : `${name}, ${exactly(total)} ${many}${total === 1 ? '' : 's'}`
}

type PlayProps = { detail: PurchaseDetail; found: Tracks; className: string }

/** Plays the beat, or the pack or kit from its first sound. Pauses a sound of it that plays, and goes on with it. */
function PlayWhole({ detail, found, className }: PlayProps) {
  const current = usePlayer((player) => {
    const now = soundNow(player)
    return now?.owned?.purchaseId === detail.purchaseId ? now : null
  })
  const state = useStateOf(current)
  const press = () => {
    if (current && state !== 'paused') return toggleCurrent()
    const sounds =
      detail.streamUrl === null ? trackSounds(detail, found.tracks ?? []) : [beatSound(detail, detail.streamUrl)]
    const first = sounds.find((sound) => current && isSame(current, sound)) ?? sounds[0]
    if (first) toggle(sounds, first)
    else if (current) toggleCurrent()
    else if (found.isError) toast.error(`Failed to load ${kinds[detail.kind].one}.`)
    else if (found.isPending) toast('Loading tracks…')
    else toast.error(`No playable tracks in this ${kinds[detail.kind].one}.`)
  }
  if (detail.kind === 'BEAT' && detail.streamUrl === null) return null
  return <PlayButton name={detail.title} state={state} onClick={press} className={className} />
}

function Terms({ purchase }: { purchase: PurchaseDetail }) {
  const { terms, creditName } = purchase
  const needsCredit = terms.terms.some(({ name }) => name === 'Credit')
  return (
    <section aria-label="Terms" className="mt-5.5 mb-4">
      <h3 className="font-bold">{terms.name}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[14px] text-soft">
        {terms.terms.map(({ name, value }) => (
          <li key={name}>{value === undefined ? name : `${name}: ${value}`}</li>
        ))}
      </ul>
      {needsCredit && creditName && <CopyCredit credit={`prod. ${creditName}`} />}
    </section>
  )
}

function CopyCredit({ credit }: { credit: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(credit)
      toast.success('Credit copied')
    } catch {
      toast.error('Failed to copy')
    }
  }
  return (
    <p className="mt-2 flex items-center gap-1.5 text-[14px] text-soft">
      <Icon of={Copy} size={16} />
      <button
        type="button"
        onClick={() => void copy()}
        className="text-left underline underline-offset-3 wrap-anywhere hover:text-ink max-md:py-3"
      >
        Copy credit: “{credit}”
      </button>
    </p>
  )
}

function Facts({ purchase, address }: { purchase: LibraryPurchase; address: Address }) {
  const { purchaseId, purchasedAtIso, pricePaid, licenseNumber, replacedBy } = purchase
  return (
    <dl className="num">
      <Fact name="Purchase">{purchaseNumber(purchaseId)}</Fact>
      <Fact name="Purchased">{localDay(purchasedAtIso)}</Fact>
      <Fact name="Paid">{price(pricePaid)}</Fact>
      {licenseNumber && (
        <Fact name="License">
          <Link to={paths.license(licenseNumber)} className="underline underline-offset-3">
            {licenseNumber}
          </Link>
        </Fact>
      )}
      {replacedBy !== null && (
        <Fact name="Replaced by">
          <Link to={address({ item: replacedBy })} preventScrollReset className="underline underline-offset-3">
            {purchaseNumber(replacedBy)}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
    <dt className="text-soft">{name}</dt>
    <dd className="text-right font-semibold">{children}</dd>
  </div>
)
