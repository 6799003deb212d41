// Makes the demo's files ahead of the browser tests: on a busy machine that takes longer than a server has to start.
import { makeDemoFiles } from '#demo/make-files.ts'

await makeDemoFiles({ cacheDir: '.demo-cache' })
