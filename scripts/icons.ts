import { icons } from '@iconify-json/lucide'
import type { Plugin } from 'vite'

const SCHEME = 'virtual:lucide/'

/** Each drawing bears these. The pages' style says the same once, for the class `icon`. */
const STYLE = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/** The exports of `web/ui/icons.ts`. */
const EXPORT = /^export { default as (\w+) } from 'virtual:lucide\/(.+)'$/gm

/** Makes a module of each drawing (`virtual:lucide/heart`), so that a page gets only the ones that it shows. */
export function drawIcons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(SCHEME) ? `\0${source}` : null),
    load: (id) => (id.startsWith(`\0${SCHEME}`) ? `export default ${drawingOf(id.slice(SCHEME.length + 1))}` : null),
    // development asks for each module by itself, and for one with all drawings sooner than for a hundred
    transform(code, id) {
      if (this.environment.mode === 'build' || !id.endsWith('/web/ui/icons.ts')) return null
      return code.replaceAll(EXPORT, (_, name: string, icon: string) => `export const ${name} = ${drawingOf(icon)}`)
    },
  }
}

function drawingOf(name: string) {
  const drawing = icons.icons[name]
  if (!drawing) throw new Error(`Lucide has no icon '${name}'`)
  const shapes = drawing.body.replaceAll(STYLE, '').replace(/^<g>(.*)<\/g>$/, '$1')
  return JSON.stringify({ __html: shapes })
}
