import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// scripts/build.mjs builds beside `out` and puts the whole in its place at the end, so that nobody ever meets half of a build.
const out = resolve(process.env['COUNTERSIGN_OUT'] ?? 'out')

// What is not in `dependencies` is bundled: one file starts faster than a tree of modules, and a package needs no node_modules.
export default defineConfig({
  main: {
    build: {
      outDir: join(out, 'main'),
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          headless: 'main/headless.ts',
          'reading-worker': 'main/workspace/formats/reading-worker.ts',
          'spawn-helper': 'main/terminal/spawn-helper.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: join(out, 'preload'),
      rolldownOptions: { input: { index: 'preload/index.ts' }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    // Its variant for browsers decodes by `innerHTML`, which the page's policy refuses.
    resolve: {
      alias: { 'decode-named-character-reference': join(import.meta.dirname, 'node_modules/decode-named-character-reference/index.js') },
    },
    // The page is read anew at each start: half the bytes are half the time.
    build: { outDir: join(out, 'renderer'), minify: true, rolldownOptions: { input: 'renderer/index.html' } },
  },
})
