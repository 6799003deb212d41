// `npm start`: builds the pages if needed, then starts the server.
await import('./build.ts')
await import('#server/main.ts')
