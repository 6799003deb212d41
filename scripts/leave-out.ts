import type { Plugin } from 'vite'

/** Files of libraries that the site never uses. `from` is the file that would use one after all. */
const UNREACHED: { file: string; from?: string }[] = [
  { file: 'react-router/dist/production/lib/router/instrumentation.js' }, // measuring hooks
  {
    file: '@tanstack/query-core/build/modern/mutation.js',
    from: '@tanstack/query-core/build/modern/mutationObserver.js',
  },
]

/** Has the router's links and forms. The bundler keeps an unused component that is made by a call and then named. */
const COMPONENTS = 'react-router/dist/production/lib/dom/lib.js'
const MADE = /(?<=^const \w+ = )(?=React\$1\.forwardRef\()/gm
const NAMED = /^\w+\.displayName = "\w+";$/gm

/**
 * Keeps these parts out of the bundle, though the bundler can't see that they are unused. If a release changes them, the
 * build fails.
 */
export function leaveOut(): Plugin {
  const met = new Set<string>()
  return {
    name: 'leave-out',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (id.endsWith(COMPONENTS) && code.match(MADE) && code.match(NAMED)) {
        met.add(COMPONENTS)
        return code.replaceAll(MADE, '/* @__PURE__ */ ').replaceAll(NAMED, '')
      }
      const part = UNREACHED.find(({ file }) => id.endsWith(file))
      if (!part) return
      met.add(part.file)
      const names = /export \{ ([\w, ]+) \}/.exec(code)?.[1]?.split(', ') ?? []
      return `const nothing = () => {}; export { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
    },
    buildEnd(error) {
      const missing = [COMPONENTS, ...UNREACHED.map(({ file }) => file)].filter((file) => !met.has(file))
      if (!error && missing.length) this.error(`Not in the bundle, or not as expected: ${missing.join(', ')}`)
    },
    generateBundle(_options, bundle) {
      const bundled = Object.values(bundle).flatMap((made) => (made.type === 'chunk' ? made.moduleIds : []))
      for (const { file, from } of UNREACHED)
        if (from && bundled.some((id) => id.endsWith(from)))
          this.error(`${from} is in use, so ${file} must not be left out`)
    },
  }
}
