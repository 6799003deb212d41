import { useQuery } from '@tanstack/react-query'
import { ShoppingBag } from '#web/ui/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import type { License } from '#contract/licenses.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { buyNow } from '#web/cart/cart.tsx'
import { licenseLine, type Buyable } from '#web/cart/lines.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { advertised } from './advertised.ts'
import { DealsLine } from './deals-line.tsx'
import { price } from './format.ts'
import { LicenseCards } from './license-cards.tsx'
import { itemRoute } from './kinds.ts'
import { putInCart } from './put-in-cart.tsx'
import { UsageTerms } from './usage-terms.tsx'

/** Lets a visitor choose a license of a beat or pack and put it into the cart. */
export function LicenseChooser({ item }: { item: Buyable }) {
  const [open, setOpen] = useState(true)
  const [chosenId, setChosenId] = useState<number>()
  const navigate = useNavigate()
  const licenses = useQuery(apiQuery(call, itemRoute(item.kind, 'licenses'), { params: { id: item.id } }))
  const offered = licenses.data ?? []
  const chosen = offered.find(({ id }) => id === chosenId) ?? advertised(offered, item.price) ?? null

  const add = async () => {
    if (chosen && (await putInCart(licenseLine(item, chosen)))) setOpen(false)
  }
  const buy = () => {
    setOpen(false)
    if (chosen) buyNow(licenseLine(item, chosen), navigate)
  }
  return (
    <Dialog
      size="wide"
      open={open}
      onOpenChange={setOpen}
      title="Choose License"
      description={`${item.title} by ${item.artistName}`}
      footer={chosen && <Total license={chosen} onAdd={() => void add()} onBuy={buy} />}
    >
      {licenses.isPending && (
        <p role="status" className="flex items-center gap-3 py-8 text-soft">
          <Spinner />
          Loading licenses…
        </p>
      )}
      {licenses.isError && (
        <Failed again={licenses.refetch} className="py-6">
          Failed to load licenses
        </Failed>
      )}
      {licenses.isSuccess && !chosen && <p className="py-8 text-soft">No licenses available for this item.</p>}
      {chosen && <DealsLine item={item} className="mb-4" />}
      {chosen && <Choice licenses={offered} chosen={chosen} onChoose={setChosenId} />}
    </Dialog>
  )
}

type ChoiceProps = { licenses: License[]; chosen: License; onChoose: (id: number) => void }

function Choice({ licenses, chosen, onChoose }: ChoiceProps) {
  const list = useRef<HTMLDivElement>(null)
  // licenses that load after the dialog has opened get the focus, for arrow keys
  useEffect(() => list.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[1fr_280px]">
      <div ref={list} className="pt-1">
        <LicenseCards licenses={licenses} selected={chosen.id} onSelect={onChoose} />
      </div>
      <section aria-label="Usage terms">
        <h3 className="mb-1 font-bold">Usage terms</h3>
        <UsageTerms license={chosen} />
      </section>
    </div>
  )
}

const Total = ({ license, onAdd, onBuy }: { license: License; onAdd: () => void; onBuy: () => void }) => (
  <div className="flex w-full flex-wrap items-center gap-2">
    <p aria-live="polite" className="mr-auto flex items-baseline gap-3 max-md:w-full max-md:justify-between">
      <span className="font-semibold text-soft">Total</span>
      <span className="disp num text-[34px]">{price(license.price)}</span>
    </p>
    <Button look="paper" onClick={onAdd} className="max-md:flex-1">
      <Icon of={ShoppingBag} size={18} />
      Add to Cart
    </Button>
    <Button onClick={onBuy} className="max-md:flex-1">
      Buy Now
    </Button>
  </div>
)
