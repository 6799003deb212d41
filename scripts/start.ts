// `npm start`: pages that fit their sources, then the server.
await import('./build.ts')
await import('#server/main.ts')
