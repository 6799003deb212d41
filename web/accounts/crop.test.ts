import { expect, test } from 'vitest'
import { dragged, middle, partOf } from './crop.ts'

const photo = { width: 4000, height: 3000 }
const square = { width: 640, height: 640 }
const banner = { width: 1920, height: 336 }

test('a crop keeps the largest part that has the shape of the target', () => {
  expect(partOf(photo, square, middle)).toEqual({ left: 500, top: 0, width: 3000, height: 3000 })
  expect(partOf(photo, banner, middle)).toEqual({ left: 0, top: 1150, width: 4000, height: 700 })
})

test('zooming keeps a smaller part around the same middle', () => {
  expect(partOf(photo, square, { ...middle, zoom: 2 })).toEqual({ left: 1250, top: 750, width: 1500, height: 1500 })
})

test('a crop never leaves the picture', () => {
  expect(partOf(photo, square, { x: 0, y: 0, zoom: 4 })).toEqual({ left: 0, top: 0, width: 750, height: 750 })
  expect(partOf(photo, square, { x: 1, y: 1, zoom: 1 })).toEqual({ left: 1000, top: 0, width: 3000, height: 3000 })
})

test('dragging moves the kept part by the same distance, and back from an edge without delay', () => {
  const left = dragged(photo, square, middle, { x: 0.1, y: 0 })
  expect(partOf(photo, square, left).left).toBeCloseTo(200)
  const beyond = dragged(photo, square, left, { x: 5, y: 0 })
  expect(partOf(photo, square, beyond).left).toBe(0)
  expect(partOf(photo, square, dragged(photo, square, beyond, { x: -0.1, y: 0 })).left).toBeCloseTo(300)
})
