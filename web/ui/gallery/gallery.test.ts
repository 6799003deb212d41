import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import Gallery from './gallery.tsx'

test('no piece contains anything that the content policy refuses', () => {
  const html = renderToString(createElement(Gallery))
  expect(html).toContain('Stairwell Sermon')
  expect(html).not.toMatch(/\sstyle="/)
  expect(html).not.toContain('<style')
})
