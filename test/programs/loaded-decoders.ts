// Loads the code of a serving process, and prints each decoder that was loaded with it.
import { registerHooks } from 'node:module'

const DECODERS = /node_modules\/(?:sharp|@img|mpg123-decoder|wasm-media-encoders)\//

const loaded = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (DECODERS.test(found.url)) loaded.add(found.url)
    return found
  },
})
await import('#server/start.ts')
await import('#server/pages/web-production.ts')
console.log(`decoders: ${[...loaded].join(' ')}.`)
