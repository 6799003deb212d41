// Prices in the words of a search: ‘under $20’, ‘20 to 30 dollars’, ‘$29.95’, ‘moins de 20 euros’.

import { ABOVE, BELOW } from './limits-in-words.ts'

/** In dollars, both ends included. */
export type PriceSpan = { priceMin?: number | undefined; priceMax?: number | undefined }

/** Round prices, as they are spoken. */
const SPOKEN: Record<string, number> = {
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
}
const NUMBER = String.raw`(\d{1,6}(?:[.,]\d{1,2})?|(?:(?:a|one) (?=hundred))?\b(?:${Object.keys(SPOKEN).join('|')}))`
const UNIT = String.raw`(?:\$|€|£|usd|dollars?|dolares|dollari|bucks?|eur|euros?|pounds?|quid)`
const SIGN = String.raw`(?:us)?[$€£]\s?`
/** The number isn't part of a word, of a longer number or of a tempo. */
const END = String.raw`(?![\p{L}\d]|[.,]\d|\s*bpm)`
const AMOUNT = `(?:${SIGN})?${NUMBER}(?:\\s?${UNIT})?${END}`
const MONEY = `(?:${SIGN}${NUMBER}|${NUMBER}\\s?${UNIT})${END}`
const BEGIN = String.raw`(?<![\p{L}\d$€£.,])`
const IS_MONEY = new RegExp(UNIT, 'u')
const CENT = 0.01
const FROM = 'between|from|zwischen|von|entre|de|tra|fra|da|tussen|van'
const TO = 'and|to|und|bis|et|a|y|e|en|tot|-|–|—'
const UNDER = `${BELOW}|cheaper than|lower than|billiger als|gunstiger als|moins cher que|goedkoper dan|<`
const UP_TO =
  'up to|at most|max|maximum|no more than|not over|<=|bis zu|bis|hochstens|jusqua|maximo|hasta|massimo|fino a|ate|tot'
const OVER = `${ABOVE}|>`
/** The name of a drum, not a price. */
const DRUM = 808

type Reading = { pattern: RegExp; span: (first: number, second: number) => PriceSpan; needsUnit?: true }
const reading = (pattern: string, span: Reading['span'], needsUnit?: true): Reading => ({
  pattern: new RegExp(BEGIN + pattern, 'u'),
  span,
  ...(needsUnit && { needsUnit }),
})

/** In this order: the first that fits is taken. */
const READINGS = [
  reading(String.raw`(?:(?:${FROM})\s+)?${AMOUNT}\s*(?:${TO})\s*${AMOUNT}`, between, true),
  reading(`(?:${UNDER})\\s*${AMOUNT}`, (price) => ({ priceMax: price - CENT })),
  reading(`(?:${UP_TO})\\s*${AMOUNT}`, (price) => ({ priceMax: price })),
  reading(`(?:${OVER})\\s*${AMOUNT}`, (price) => ({ priceMin: price + CENT })),
  reading(`(?:at least|minimum|starting at|from)\\s*${AMOUNT}`, (price) => ({ priceMin: price }), true),
  reading(`${MONEY}\\s+(?:or|and) (?:less|under|below|cheaper)`, (price) => ({ priceMax: price })),
  reading(`${MONEY}(?:\\s+(?:or|and) (?:more|up|over|above)|\\+)`, (price) => ({ priceMin: price })),
  reading(`(?:for\\s+)?${MONEY}`, about),
]

function between(first: number, second: number): PriceSpan {
  return { priceMin: Math.min(first, second), priceMax: Math.max(first, second) }
}

/** Prices end in .95 or the like: a whole number of dollars means this price and those just below it. */
function about(price: number): PriceSpan {
  return Number.isInteger(price)
    ? { priceMin: price - 1 + CENT, priceMax: price + 1 - CENT }
    : { priceMin: price, priceMax: price }
}

/** The price that a search asks for, and the rest of its text. Expects lower case. */
export function priceIn(text: string): { price: PriceSpan; rest: string } {
  for (const { pattern, span, needsUnit } of READINGS) {
    const match = pattern.exec(text)
    if (!match || (needsUnit && !IS_MONEY.test(match[0]))) continue
    const [first, second] = match.slice(1).flatMap((number) => (number ? [amountOf(number)] : []))
    if (first === undefined || (first === DRUM && !IS_MONEY.test(match[0]))) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { price: span(first, second ?? first), rest }
  }
  return { price: {}, rest: text }
}

const amountOf = (number: string) => SPOKEN[number.split(' ').at(-1)!] ?? Number(number.replace(',', '.'))
