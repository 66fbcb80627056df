import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const LIBRARY = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.mjs')
const VIEWER_MODULE = /[\\/]pdfjs-dist[\\/]web[\\/]pdf_viewer\.mjs$/
/** Id of the virtual module that replaces `pdfjs-dist`; the `\0` keeps other plugins from resolving it. */
const USED_PART = '\0used-part-of-pdfjs'
/** The modules that use pdf.js by its namespace: those of react-pdf and ours. */
const USER_MODULE = /[\\/](?:react-pdf[\\/]dist|web[\\/]src)[\\/]/
/** What they use of it. */
const USED_NAMES = [
  'AnnotationLayer',
  'AnnotationMode',
  'GlobalWorkerOptions',
  'PasswordResponses',
  'PDFDataRangeTransport',
  'PDFWorker',
  'TextLayer',
  'getDocument',
  'version',
]

/** A change of a file: what it matches, and the text in its place. */
type Change = [pattern: RegExp, replacement: string | ((...match: string[]) => string)]

/** Removes the copies for other scripts, and marks what initializes the static fields of classes as free of effects. */
const LIBRARY_CHANGES: Change[] = [
  [/\n\{\n {2}globalThis\._pdfjsTestingUtils = .*?\nglobalThis\.pdfjsLib = \{.*?\n\};/s, ''],
  [/^( {2}static #?\w+ = )(?=new \w+\()/gm, '$1/* @__PURE__ */ '],
  [/new Map\(\[FreeTextEditor,.*(?=;\n)/, (map) => `/* @__PURE__ */ (() => ${map})()`],
  [/^ {2}static _editorType = (AnnotationEditorType\.\w+);/gm, '  static get _editorType() { return $1; }'],
]

/** Makes the viewer import the names that it otherwise takes from a global variable with all of the library. */
const VIEWER_CHANGES: Change[] = [
  [
    /const \{([^}]*)\} = globalThis\.pdfjsLib;/,
    (_, names = '') => `import {${names.replaceAll(':', ' as')}} from ${JSON.stringify(LIBRARY)};`,
  ],
  [/\nglobalThis\.pdfjsViewer = \{.*?\n\};/s, ''],
]

/**
 * Lets the build leave out what nobody uses of pdf.js: its viewer and its editors, two fifths of its script. The files
 * are changed only where they keep the bundler from seeing what is unused; what is used stays as it is. The build fails
 * when a version of pdf.js or react-pdf no longer has the expected form.
 */
export function slimPdfjs(): Plugin[] {
  return [
    {
      name: 'used-part-of-pdfjs',
      apply: 'build',
      enforce: 'pre',
      resolveId: (source) => (source === 'pdfjs-dist' ? USED_PART : null),
      load: (id) =>
        id === USED_PART ? `export { ${USED_NAMES.join(', ')} } from ${JSON.stringify(LIBRARY)}` : null,
    },
    {
      name: 'slim-pdfjs',
      apply: 'build',
      transform(code, id) {
        if (USER_MODULE.test(id)) requireKnownNames(code, id)
        const changes = changesOf(id)
        return changes && { code: changeFile(code, id, changes), map: null, moduleSideEffects: false }
      },
    },
  ]
}

/** Returns the changes of a file, if any. */
function changesOf(id: string): Change[] | null {
  if (id === LIBRARY) return LIBRARY_CHANGES
  return VIEWER_MODULE.test(id) ? VIEWER_CHANGES : null
}

/** @throws Error when a module uses a name that is not among `USED_NAMES`. */
function requireKnownNames(code: string, id: string): void {
  for (const [, name = ''] of code.matchAll(/\bpdfjs\.(\w+)/g))
    if (!USED_NAMES.includes(name)) throw new Error(`USED_NAMES lacks ${name}, which ${id} uses`)
}

/** @throws Error when one of the changes matches nothing. */
const changeFile = (code: string, id: string, changes: Change[]): string =>
  changes.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0) throw new Error(`${id} has another form than expected: no ${pattern}`)
    return text.replace(pattern, replacement as string)
  }, code)
