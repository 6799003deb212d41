import { create } from 'zustand'
import { MOST_CODES } from '#contract/cart-limits.ts'
import { listFrom, readStored, textFrom, writeStored } from '#web/stored.ts'
import { toast } from '#web/ui/toast.ts'

const KEY = 'slide.codes'

/** The discount codes of this tab's checkout. They are there again after a way through the provider's page. */
export const useCodes = create<{ codes: readonly string[]; isTyped: boolean }>(() => ({
  codes: listFrom(readStored(KEY, 'tab'), textFrom).slice(0, MOST_CODES),
  isTyped: false,
}))

export function keepCodes(codes: readonly string[]) {
  writeStored(KEY, codes.length ? codes : null, 'tab')
  useCodes.setState({ codes })
}

/** A code that is typed and not applied lowers no price, so its buyer is asked first. */
export function waitsForCode() {
  const { isTyped } = useCodes.getState()
  if (isTyped) toast.error('Apply your discount code first, or clear its field.')
  return isTyped
}
