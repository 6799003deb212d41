import { createRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { goAlong, moveWave } from '#web/ui/move-wave.ts'
import { Wave } from '#web/ui/wave.tsx'

const peaks = Array.from({ length: 100 }, (_, index) => (index < 50 ? 255 : 0))

test('a wave draws its bars, each as loud as its loudest peak, and leaves silence out', async () => {
  const screen = await render(<Wave full={[0, 255, 0, 51, 0, 0]} low={[0, 0, 0, 0, 0, 0]} bars={3} label="Wave" />)
  const [full, low] = screen.getByRole('img', { name: 'Wave' }).element().querySelectorAll('path')
  expect(full).toHaveAttribute('d', 'M1 0V100M4 40V60')
  expect(low).toHaveAttribute('d', '')
})

test('the played part is bright, whether it is set directly or moves with the sound', async () => {
  const wave = createRef<HTMLDivElement>()
  await render(<Wave ref={wave} runs full={peaks} low={peaks} className="h-11 w-75" />)
  const element = wave.current!
  const reached = () => {
    const [own, played] = [element, element.querySelector('[data-played]')!].map((box) => box.getBoundingClientRect())
    return (played!.right - own!.left) / own!.width
  }
  expect(reached()).toBe(0)
  moveWave(element, 0.75)
  expect(reached()).toBeCloseTo(0.75)
  expect(element.querySelector('[data-within]')!.getBoundingClientRect().left).toBeCloseTo(
    element.getBoundingClientRect().left,
  )
  goAlong(element, { seconds: 10, length: 40, goesOn: false })
  expect(reached()).toBeCloseTo(0.25)
  goAlong(element, { seconds: 20, length: 40, goesOn: true })
  await expect.poll(reached).toBeGreaterThan(0.505)
})

test('the ruler counts in eights from the tempo', async () => {
  // 96 s at 120 to the minute: 48 bars
  const { container } = await render(<BarRuler bpm={120} duration={96} progress={0.34} />)
  expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    'bar 1',
    '9',
    '17',
    '25',
    '33',
    '41',
  ])
  expect([...container.querySelectorAll('.fill-ink text')]).toHaveLength(3)
  expect(container.querySelectorAll('.fill-ink line')[4]).toHaveAttribute('x1', '33.33%')
})

test('a ruler never has more numbers than its box has room for', async () => {
  for (const [width, most] of [
    [358, 8],
    [560, 13],
    [1376, 24],
  ] as const) {
    const { container, unmount } = await render(
      <div ref={(box) => box?.style.setProperty('width', `${width}px`)}>
        <BarRuler bpm={144} duration={600} />
      </div>,
    )
    const visible = [...container.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().width > 0)
    expect(visible.length).toBeLessThanOrEqual(most)
    expect(visible.length).toBeGreaterThan(most / 2 - 1)
    await unmount()
  }
})
