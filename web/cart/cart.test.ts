import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toast.ts'
import { addToCart, buyNow, loadCart, mendLine, removeLine, replacedInCart } from './cart.tsx'
import { sample } from './sample.ts'
import { useCart } from './store.ts'

const { beatMp3, beatWav, packMp3, packWav, kit, subscription } = sample
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const ids = () => useCart.getState().lines.map(({ id }) => id)
const clearCart = () => ids().forEach(removeLine)
const said = () => renderToStaticMarkup(vi.mocked(toast.success).mock.lastCall?.[0] as ReactNode)
/** The ids of the lines in the storage, as another tab sees them. */
const kept = () => (JSON.parse(stored.get('cart.v1') ?? '[]') as { id: string }[]).map(({ id }) => id)

beforeEach(() => {
  vi.stubGlobal('localStorage', { ...storage })
  vi.spyOn(toast, 'success')
  vi.spyOn(toast, 'error')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.stubGlobal('localStorage', storage)
  clearCart()
})

test('an added line is stored, and a toast says so', () => {
  expect(addToCart(beatMp3)).toBe(true)
  expect(said()).toMatch(/^Added to cart<a .*href="\/checkout".*>View cart<\/a>$/)
  expect(addToCart(kit)).toBe(true)
  expect(said()).toMatch(/^Kit added to cart/)
  expect(addToCart(kit)).toBe(false)
  expect(toast.error).toHaveBeenLastCalledWith('You already added this kit to the cart')
  expect(kept()).toEqual(['beat:7:MP3', 'kit:9'])
  removeLine('beat:7:MP3')
  expect([ids(), kept()]).toEqual([['kit:9'], ['kit:9']])
  clearCart()
  expect([ids(), stored.size]).toEqual([[], 0])
})

test('a license takes the place of another license of the same item, and of nothing else', () => {
  addToCart(beatMp3)
  addToCart(packMp3)
  addToCart(kit)
  expect(replacedInCart(beatMp3)).toEqual([])
  expect(replacedInCart(beatWav)).toEqual([beatMp3])
  expect(replacedInCart(packWav)).toEqual([packMp3])
  expect(addToCart(beatWav)).toBe(true)
  expect(kept()).toEqual(['pack:8', 'kit:9', 'beat:7:WAV'])
  expect(addToCart(packWav)).toBe(true)
  expect(useCart.getState().lines).toEqual([kit, beatWav, packWav])
})

test('Buy now replaces the cart with this line and opens the checkout', () => {
  const navigate = vi.fn()
  addToCart(kit)
  buyNow(subscription, navigate)
  expect(ids()).toEqual(['subscription:pro'])
  expect(navigate).toHaveBeenCalledWith('/checkout')
})

test('a change by another tab is neither lost nor doubled', () => {
  addToCart(kit)
  stored.set('cart.v1', JSON.stringify([kit, beatWav]))
  expect(addToCart(beatWav)).toBe(false)
  expect(addToCart(beatMp3)).toBe(true)
  expect(kept()).toEqual(['kit:9', 'beat:7:MP3'])
  stored.set('cart.v1', JSON.stringify([kit]))
  loadCart()
  expect(ids()).toEqual(['kit:9'])
})

test('a late price correction keeps the other license that was chosen meanwhile', () => {
  addToCart(packMp3)
  mendLine(packMp3, { ...packMp3, price: 20 })
  expect(useCart.getState().lines).toEqual([{ ...packMp3, price: 20 }])
  stored.set('cart.v1', JSON.stringify([packWav]))
  mendLine(packMp3, { ...packMp3, price: 30 })
  expect(useCart.getState().lines).toEqual([packWav])
})

test('without storage the cart keeps its lines for this page', () => {
  addToCart(kit)
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  expect(addToCart(beatMp3)).toBe(true)
  expect(addToCart(packMp3)).toBe(true)
  expect(ids()).toEqual(['kit:9', 'beat:7:MP3', 'pack:8'])
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  removeLine('kit:9')
  expect(ids()).toEqual(['beat:7:MP3', 'pack:8'])
  vi.stubGlobal('localStorage', storage)
  expect(addToCart(kit)).toBe(true)
  expect(kept()).toEqual(['beat:7:MP3', 'pack:8', 'kit:9'])
})
