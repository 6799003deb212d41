import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fetchBeforeImport, filesOfImports } from './scripts/fetch-before-import.ts'
import { drawIcons } from './scripts/icons.ts'
import { leaveOut } from './scripts/leave-out.ts'
import { precompress } from './scripts/precompress.ts'

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwind(), drawIcons(), fetchBeforeImport(), leaveOut(), precompress()],
  builder: {}, // `vite build` builds all environments
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // every page has all styles inlined, so no part may load them again
        cssCodeSplit: false,
        target: 'baseline-widely-available',
        modulePreload: filesOfImports,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          preserveEntrySignatures: false, // the copies below ask for it
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js', // the script of every page names each: hashes don't compress
            codeSplitting: {
              // one file for everything that every page needs: several files would compress worse
              groups: [{ name: 'page', tags: ['$initial'] }],
              // a file of its own costs a visitor more than a copy of a few lines in each place that needs them
              experimentalInlineCommonChunks: { maxSize: 4_096, exclude: /\.css$/ },
            },
          },
        },
      },
    },
    // the player for other sites shares no chunk with the site, so that it stays at a few KB
    ...(command === 'build' && {
      embed: {
        consumer: 'client' as const,
        build: {
          outDir: 'dist/client',
          emptyOutDir: false, // keeps the client's build
          copyPublicDir: false,
          manifest: '.vite/manifest-embed.json',
          target: 'baseline-widely-available' as const,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: 'web/entry-embed.ts' },
        },
      },
    }),
    // the children that decode media: without types and in one file each, they start in half the time and memory
    ...(command === 'build' && {
      media: {
        consumer: 'server' as const,
        build: {
          outDir: 'dist/media',
          target: 'node24',
          copyPublicDir: false,
          rolldownOptions: { input: ['server/media/sound-child.ts', 'server/media/picture-child.ts'] },
        },
      },
    }),
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
