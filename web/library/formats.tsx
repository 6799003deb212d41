import type { ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import type { Format, PurchaseDetail, Upgrade } from '#contract/purchases.ts'
import { upgrade } from '#web/cart/cart.tsx'
import { licenseLine } from '#web/cart/lines.ts'
import { fileSize, price } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import { Check, Lock } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { onPlainClick } from '#web/ui/press.tsx'
import { save } from './save.ts'

const names: Record<Format, string> = { zip: 'ZIP', mp3: 'MP3', wav: 'WAV', stems: 'Stems', project: 'Project' }
const CHIP = 'inline-flex h-8 items-center gap-1.5 rounded-xs px-2.5 text-[13.5px] font-semibold max-md:h-11'

/** The formats of the license, each to download, and those of higher licenses, which lead to their upgrade. */
export function Formats({ purchase }: { purchase: PurchaseDetail }) {
  const navigate = useNavigate()
  const { purchaseId, downloads, upgrades } = purchase
  const choose = (one: Upgrade) => upgrade(upgradeLine(purchase, one), (to) => void navigate(to))
  const [cheapest] = upgrades
  const held = downloads.filter(({ file }) => file !== 'zip')
  if (held.length === 0 && !cheapest) return null
  return (
    <div role="group" aria-label="Formats" className="mt-3 flex flex-wrap items-center gap-1.5 text-[14px]">
      {held.map(({ file, bytes }) => (
        <button
          key={file}
          type="button"
          onClick={() => void save(purchaseId, { file })}
          className={`${CHIP} bg-step text-ink hover:bg-rail`}
        >
          <Icon of={Check} size={15} />
          <span className="sr-only">Download </span>
          {names[file]}
          <span className="num font-normal text-soft">{fileSize(bytes)}</span>
        </button>
      ))}
      {lockedIn(upgrades).map(([format, one]) => (
        <UpgradeLink
          key={format}
          onChoose={() => choose(one)}
          className={`${CHIP} border border-dashed border-edge text-dim hover:text-ink`}
        >
          <Icon of={Lock} size={14} />
          {names[format]}
          <span className="sr-only"> is not in your license. Upgrade for {price(one.toPay)}</span>
        </UpgradeLink>
      ))}
      {cheapest && (
        <UpgradeLink
          onChoose={() => choose(cheapest)}
          className="ml-auto text-soft underline underline-offset-3 hover:text-ink max-md:py-3"
        >
          Upgrade from {price(cheapest.toPay)}
        </UpgradeLink>
      )}
    </div>
  )
}

type UpgradeLinkProps = { onChoose: () => void; className: string; children: ReactNode }

const UpgradeLink = ({ onChoose, ...props }: UpgradeLinkProps) => (
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it comes with the props
  <a {...props} href={paths.checkout()} onClick={onPlainClick(onChoose)} />
)

/** Each format that is missing, with the cheapest license that adds it. */
const lockedIn = (upgrades: Upgrade[]) =>
  [...new Set(upgrades.flatMap(({ adds }) => adds))].map(
    (format) => [format, upgrades.find(({ adds }) => adds.includes(format))!] as const,
  )

const upgradeLine = (purchase: PurchaseDetail, { licenseId, licenseType, licenseName, price: dollars }: Upgrade) => ({
  ...licenseLine(
    {
      id: purchase.itemId,
      kind: purchase.kind,
      slug: purchase.slug ?? '',
      title: purchase.title,
      artistName: purchase.artist,
      coverUrl: purchase.img,
      price: dollars,
    },
    { id: licenseId, type: licenseType, name: licenseName, price: dollars },
  ),
  upgradeOf: purchase.purchaseId,
})
