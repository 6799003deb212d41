import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwind(), precompress()],
  builder: {}, // `vite build` builds both environments
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          // what every page needs in one file: cut into several it would compress worse
          output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
        },
      },
    },
    ssr: {
      // Bundled with React's production build, so that rendering is fast whatever NODE_ENV the server runs with.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true },
      }),
      build: { outDir: 'dist/server', target: 'node24', rolldownOptions: { input: 'web/entry-server.tsx' } },
    },
  },
}))
