// One config for development, the production build and the unit tests.
// The gallery page (/_ui) is compiled in only when __UI_GALLERY__ is true: in development,
// in tests, and in builds started with VITE_UI_GALLERY=1. Production builds never carry it.
import { fileURLToPath } from 'node:url'

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env['WAYBILL_SERVER'] ?? 'http://localhost:4000'

const toServer: ProxyOptions = { target: server }

// These addresses are pages of the app when a browser opens them, and calls otherwise.
const pageOrServer: ProxyOptions = {
  target: server,
  bypass: (req) =>
    req.method === 'GET' && req.headers.accept?.includes('text/html') ? '/index.html' : undefined,
}

// `npm run gallery` needs no server: the preview answers for the configuration itself, and sends
// the strict policy that the server sends, so that the gallery's tests see what would break it.
const galleryPreview: Plugin = {
  name: 'waybill-gallery-preview',
  configurePreviewServer: (preview) => {
    preview.middlewares.use('/config.json', (_, response) => {
      const here = { name: 'development', url: '', label: 'Development', test: false }
      const servers = { primary: here, alternate: { ...here, name: 'beta', url: '/test' } }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ version: 'gallery', servers, embedding_origins: [] }))
    })
  },
}

const strictPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-__CSP_NONCE__'; img-src 'self' data:"

export default defineConfig(({ command, mode }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    galleryPreview,
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: {
    __UI_GALLERY__: JSON.stringify(
      command === 'serve' || mode === 'test' || process.env['VITE_UI_GALLERY'] === '1',
    ),
  },
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The entry lists the chunks of every route: their names alone would weigh a kilobyte on the
    // sign-in page. The manifest knows which is which.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash].js' } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/auth/finalize': pageOrServer,
      '/dashboard': toServer,
      '/users': toServer,
      '/auth': toServer,
      '/config.json': toServer,
      '/openapi.json': toServer,
      '/test': toServer,
    },
  },
  preview: {
    port: 4173,
    strictPort: true,
    proxy: {},
    headers: { 'Content-Security-Policy': strictPolicy },
  },
  test: {
    // One page per worker, made by the first set-up file: see there.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/page.ts', 'src/testing/setup.ts'],
    sequence: { setupFiles: 'list' },
    testTimeout: 240_000,
    restoreMocks: true,
    pool: 'threads',
    // Files of one worker share their modules: loading Mantine for each would take most of the time.
    isolate: false,
    maxWorkers: 2,
  },
}))
