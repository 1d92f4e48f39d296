import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the gallery as the app's window is built. */
export async function buildGallery(outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2024', rolldownOptions: { input: join(import.meta.dirname, 'index.html') } },
  })
}
