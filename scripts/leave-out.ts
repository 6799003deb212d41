import type { Plugin } from 'vite'

/** Parts of a library that the site never uses: its framework mode and its measuring hooks. */
const UNREACHED = [
  'react-router/dist/production/lib/router/instrumentation.js',
  'react-router/dist/production/lib/dom/ssr/links.js',
]

/**
 * Keeps these parts out of the bundle, though the bundler can't see that they are unused. If a release moves them, the
 * build fails.
 */
export function leaveOut(): Plugin {
  const met = new Set<string>()
  return {
    name: 'leave-out',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = UNREACHED.find((end) => id.endsWith(end))
      if (!file) return
      met.add(file)
      const names = /export \{ ([\w, ]+) \}/.exec(code)?.[1]?.split(', ') ?? []
      return `const nothing = () => {}; export { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
    },
    buildEnd(error) {
      const missing = UNREACHED.filter((file) => !met.has(file))
      if (!error && missing.length) this.error(`Not in the bundle, so not left out: ${missing.join(', ')}`)
    },
  }
}
