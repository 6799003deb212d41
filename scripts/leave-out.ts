import type { Plugin } from 'vite'

/** A file of a library that the site never uses, and the file that would use it after all. */
const FILE = '@tanstack/query-core/build/modern/mutation.js'
const USER = '@tanstack/query-core/build/modern/mutationObserver.js'

/**
 * Keeps this file out of the bundle, though the bundler can't see that it is unused. If a release moves it, or the site
 * uses it, the build fails.
 */
export function leaveOut(): Plugin {
  let isMet = false
  return {
    name: 'leave-out',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!id.endsWith(FILE)) return
      isMet = true
      const names = /export \{ ([\w, ]+) \}/.exec(code)?.[1]?.split(', ') ?? []
      return `const nothing = () => {}; export { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
    },
    buildEnd(error) {
      if (!error && !isMet) this.error(`Not in the bundle: ${FILE}`)
    },
    generateBundle(_options, bundle) {
      const bundled = Object.values(bundle).flatMap((made) => (made.type === 'chunk' ? made.moduleIds : []))
      if (bundled.some((id) => id.endsWith(USER))) this.error(`${USER} is in use, so ${FILE} must not be left out`)
    },
  }
}
