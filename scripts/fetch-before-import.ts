import { resolve } from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const OURS = resolve('web/on-demand/import-chunk.ts')

/** Replaces Vite's helper around each `import()` with ours, which fetches the files first. */
export function fetchBeforeImport(): Plugin {
  let isUsed = false
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(_code, id) {
      if (id !== HELPER) return
      isUsed = true
      return `export { importChunk as __vitePreload } from ${JSON.stringify(OURS)}`
    },
    buildEnd(error) {
      if (!error && !isUsed) this.error(`Vite asks for no ${HELPER}: dynamic imports would go unguarded`)
    },
  }
}

/** All files of an import, including itself. Files of the entry are left out, since the browser has them already. */
export const filesOfImports: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (file, needed) =>
    [...new Set([file, ...needed])].filter((name) => !/\/(entry|rolldown-runtime)-/.test(name)),
}
