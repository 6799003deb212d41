import type { OrderDetail, OrderedPurchase } from '#contract/purchases.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { fileSize, price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { saveLicense } from '#web/items/save-license.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Download, FileText } from '#web/ui/icons.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { ReportProblem } from './report-problem.tsx'
import { save } from './save.ts'
import { purchaseNumber } from './words.ts'

/** Something that is downloaded, with its license. */
export function BoughtItem({ purchase }: { purchase: OrderedPurchase }) {
  const { purchaseId, type, kind, title, img, artist, style, licenseName, licenseUrl } = purchase
  const sizes = new Map(purchase.downloads.map(({ file, bytes }) => [file, bytes]))
  const best = type === 'beat' ? (sizes.has('wav') ? 'wav' : 'mp3') : 'zip'
  const bytes = sizes.get(best)
  return (
    <li
      data-line={style?.line}
      className="num flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-rail/60 py-4.5 md:flex-nowrap"
    >
      <div className={kinds[kind].silhouette}>
        <Cover src={img ? coverFolder(img) : ''} size={84} className="size-21 rounded-xs" />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2.5 text-lg font-bold">
          <span className="wrap-anywhere">{title}</span>
          <span className="rounded-xs bg-step px-2 py-0.5 text-[13px] font-semibold">{kinds[kind].name}</span>
        </h3>
        <p className="flex items-center gap-2 text-soft wrap-anywhere">
          {style && <LineCode line={style.line}>{style.code}</LineCode>}
          {artist}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-soft">
          <b className="text-ink">{licenseName ?? purchase.kitType ?? 'Kit'}</b>
          Purchase {purchaseNumber(purchaseId)}
        </p>
        {purchase.licenseType === 'EXCLUSIVE' && (
          <p className="text-sm text-soft">It has left the store. Nobody else can license it.</p>
        )}
      </div>
      <div className="text-right">
        <b>{price(purchase.pricePaid)}</b>
        {purchase.refunded > 0 && purchase.state !== 'refunded' && (
          <p className="text-sm text-soft">{price(purchase.refunded)} refunded</p>
        )}
      </div>
      <div className="grid w-full gap-1.5 md:w-72">
        {purchase.state === 'refunded' ? (
          <p className="text-soft">Refunded</p>
        ) : (
          <Button onClick={() => void save(purchaseId, { file: best })} className="justify-start">
            <Icon of={Download} size={17} />
            {type === 'beat' ? 'Download Audio' : 'Download ZIP'}
            {bytes !== undefined && (
              <span className="ml-auto font-normal text-soft">
                {type === 'beat' && `${best.toUpperCase()}, `}
                {fileSize(bytes)}
              </span>
            )}
          </Button>
        )}
        {licenseUrl ? (
          <Button look="ghost" size={36} onClick={() => void saveLicense(purchase)} className="justify-start">
            <Icon of={FileText} size={17} />
            License PDF
          </Button>
        ) : (
          <p className="px-3 text-sm text-dim">Terms are in the ZIP</p>
        )}
        <ReportProblem purchase={purchase} className="justify-start" />
      </div>
    </li>
  )
}

const SERVICES = {
  subscription: {
    name: 'Subscription',
    words: (label: string) => `${label}, renews by itself until you cancel it.`,
    to: paths.account('plans'),
    link: 'Your plan',
  },
  promotion: {
    name: 'Promotion',
    words: (label: string) => `${label}. See how it runs.`,
    to: paths.promos({ tab: 'yours' }),
    link: 'Your promotions',
  },
}

/** A plan or a promotion: nothing is downloaded, and it is managed on a page of its own. */
export function BoughtService({
  service: { type, title, label, price: paid },
}: {
  service: OrderDetail['services'][number]
}) {
  const { name, words, to, link } = SERVICES[type]
  return (
    <li className="num flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-rail/60 py-4.5">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="flex flex-wrap items-center gap-2.5 text-lg font-bold">
          <span className="wrap-anywhere">{title}</span>
          <span className="rounded-xs bg-step px-2 py-0.5 text-[13px] font-semibold">{name}</span>
        </h3>
        <p className="text-soft">{words(label)}</p>
      </div>
      <b>{price(paid)}</b>
      <Link to={to} className={buttonClass({ look: 'rail' })}>
        {link}
      </Link>
    </li>
  )
}
