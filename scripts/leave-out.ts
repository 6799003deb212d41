import type { Plugin } from 'vite'

/** Parts of a library that only its framework mode or its measuring hooks reach. */
const UNREACHED = [
  'react-router/dist/production/lib/router/instrumentation.js',
  'react-router/dist/production/lib/dom/ssr/links.js',
]

/** No browser downloads them, though the bundler can't see that they are unreached. A release that moves them fails the build. */
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
