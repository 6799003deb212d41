const isWhole = /^\d{1,6}$/
const isMoney = /^\d{1,6}(\.\d{1,2})?$/

type Value = string | boolean

/** A check for a whole number in a field that may stay empty. */
export const wholeBetween =
  (least: number, most: number, isNeeded = false) =>
  (value: Value) => {
    const text = String(value).trim()
    if (!text) return isNeeded ? `Give a number from ${least} to ${most.toLocaleString('en-US')}.` : undefined
    const fits = isWhole.test(text) && Number(text) >= least && Number(text) <= most
    return fits ? undefined : `Give a number from ${least} to ${most.toLocaleString('en-US')}.`
  }

/** A check for dollars in a field that may stay empty. */
export const moneyFault = (value: Value, isNeeded = false) => {
  const text = String(value).trim()
  if (!text) return isNeeded ? 'Give an amount in dollars.' : undefined
  return isMoney.test(text) && Number(text) > 0 ? undefined : 'Give an amount in dollars, such as 5 or 7.50.'
}

/** The field's number; none for an empty one. */
export const numberIn = <Name extends string>(name: Name, value: Value): Partial<Record<Name, number>> =>
  String(value).trim() ? ({ [name]: Number(value) } as Record<Name, number>) : {}

export const textIn = <Name extends string>(name: Name, value: Value): Partial<Record<Name, string>> =>
  value === '' ? {} : ({ [name]: value } as Record<Name, string>)

/** The ids in a field of chosen items; none when all items are meant. */
export const chosenIn = ({ which, itemIds }: { which: string; itemIds: string }) =>
  which === 'chosen' ? { itemIds: idsIn(itemIds) } : {}

export const idsIn = (text: string) => text.split(',').filter(Boolean).map(Number)

export const chosenFault = (value: Value, { which }: { which: string }) =>
  which === 'chosen' && value === '' ? 'Choose an item.' : undefined
