import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedCopies } from './build/compressed-copies.ts'
import { earlyScript } from './build/early-script.ts'
import { pdfResources } from './build/pdf-resources.ts'
import { precacheList } from './build/precache-list.ts'
import { stripSchemas } from './build/strip-schemas.ts'

/** Where the development server sends the requests for these paths. */
const server = process.env.SCINAV_SERVER ?? 'http://127.0.0.1:3000'
const serverPaths = ['/api', '/login', '/page-assets', '/sso', '/mcp', '/share', '/agreement', '/privacy']

/** The screens where most visits begin. Their imports share one script and one style sheet to save requests. */
const FIRST_SCREENS =
  /[\\/]web[\\/]src[\\/](?:main|home[\\/]home-screen|results[\\/]results-screen|ui[\\/]antd)\.tsx$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [stripSchemas(), react(), earlyScript(), pdfResources(), precacheList(), compressedCopies()],
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        offline: `${import.meta.dirname}/offline.html`,
        early: `${import.meta.dirname}/src/app/early.ts`,
        sw: `${import.meta.dirname}/src/worker/sw.ts`,
      },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: 'shell', test: FIRST_SCREENS }] },
      },
    },
  },
})
