import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedCopies } from './build/compressed-copies.ts'
import { earlyScript } from './build/early-script.ts'
import { pdfResources } from './build/pdf-resources.ts'
import { precacheList } from './build/precache-list.ts'
import { shellContents } from './build/shell-contents.ts'
import { slimPdfjs } from './build/slim-pdfjs.ts'
import { stripSchemas } from './build/strip-schemas.ts'

/** Where the development server sends the requests for these paths. */
const server = process.env.SCINAV_SERVER ?? 'http://127.0.0.1:3000'
const serverPaths = ['/api', '/login', '/page-assets', '/sso', '/mcp', '/share', '/agreement', '/privacy']

/** The modules that share one script and one style sheet with all they import, to save requests. */
const modules = (...names: string[]) =>
  new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](?:${names.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

const groups = [
  // The screens where most visits begin.
  { name: 'shell', test: modules('main', 'home/home-screen', 'results/results-screen'), priority: 3 },
  // What reading has in common with other screens.
  {
    name: 'common',
    test: modules(
      'chat/(?:chat-view|opened-chat)',
      'paper/(?:dialogs/full-text-button|file-record/paper-of-file-dialog|record/paper-record|rows/paper-picker)',
      'ui/(?:use-address-query|use-folded-sider|views/(?:long-work|page-header))',
    ),
    priority: 2,
  },
  { name: 'reading', test: modules('reading/reading-screen'), priority: 1 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    stripSchemas(),
    react(),
    earlyScript(),
    pdfResources(),
    slimPdfjs(),
    precacheList(),
    compressedCopies(),
    shellContents(),
  ],
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
        codeSplitting: { groups },
      },
    },
  },
})
