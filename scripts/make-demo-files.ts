// Makes the demo's files before the browser tests: on a busy machine that takes longer than a server may take to start.
import { makeDemoFiles } from '#demo/make-files.ts'

await makeDemoFiles({ cacheDir: '.demo-cache' })
