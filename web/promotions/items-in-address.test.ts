import { expect, test } from 'vitest'
import { itemsIn, toPromote } from './items-in-address.ts'

test('an address names items by kind and number, each once, and leaves out what names none', () => {
  const items = [
    { kind: 'BEAT' as const, id: 7 },
    { kind: 'PACK' as const, id: 12 },
  ]
  const address = new URL(toPromote(items), 'http://slide.test')
  expect(address.pathname + address.search).toBe('/promos?item=beat-7+pack-12')
  expect(itemsIn(address.searchParams.get('item')!)).toEqual(items)
  expect(itemsIn('beat-0 beat-07 album-3 beat 7 -7 kit-9x kit-9')).toEqual([{ kind: 'KIT', id: 9 }])
  expect(itemsIn('kit-9 kit-9')).toEqual([{ kind: 'KIT', id: 9 }])
  expect(itemsIn('')).toEqual([])
})
