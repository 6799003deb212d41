/** The few parts of SVG that the drawings need. */
type Attributes = Record<string, string | number>

const short = (value: string | number) => (typeof value === 'number' ? String(Math.round(value * 10) / 10) : value)

export function element(name: string, attributes: Attributes, children = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${short(value)}"`)
  return children ? `<${name}${list.join('')}>${children}</${name}>` : `<${name}${list.join('')}/>`
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string) => element('circle', { cx, cy, r, fill })

export const drawing = (width: number, height: number, ...parts: string[]) =>
  element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    parts.join(''),
  )

/**
 * Stops are [position, color, opacity]. Positions and opacities are written as text, because numbers would be rounded.
 */
export function gradient(
  id: string,
  direction: 'down' | 'right',
  stops: [at: number, color: string, opacity?: number][],
) {
  const list = stops.map(([at, color, opacity = 1]) =>
    element('stop', { offset: `${at}`, 'stop-color': color, 'stop-opacity': `${opacity}` }),
  )
  const end = direction === 'down' ? { x2: '0', y2: '1' } : { x2: '1', y2: '0' }
  return element('linearGradient', { id, x1: '0', y1: '0', ...end }, list.join(''))
}
