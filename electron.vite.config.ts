import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// What is not in `dependencies` is bundled: one file starts faster than a tree of modules, and a package needs no node_modules.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: { index: 'main/index.ts', headless: 'main/headless.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: { input: { index: 'preload/index.ts' }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    // The page is read anew at each start: half the bytes are half the time.
    build: { outDir: 'out/renderer', minify: true, rollupOptions: { input: 'renderer/index.html' } },
  },
})
