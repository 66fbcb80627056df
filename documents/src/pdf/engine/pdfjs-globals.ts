import { inflateSync } from 'node:zlib'

let isInstalled = false

/** Installs the globals that pdf.js expects, once per process. */
export function installPdfjsGlobals(): void {
  if (isInstalled) return
  isInstalled = true
  const native = globalThis.DecompressionStream
  Object.assign(globalThis, {
    DecompressionStream: function inflater(format: string) {
      return format === 'deflate'
        ? new SyncInflateStream()
        : new native(format === 'gzip' ? 'gzip' : 'deflate-raw')
    },
  })
  for (const [name, value] of [
    ['FontFace', StubFontFace],
    ['DOMMatrix', StubDrawing],
    ['Path2D', StubDrawing],
  ] as const)
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
}

/** Bounds the inflated size of one stream of a file, in bytes. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024

/**
 * Replaces `DecompressionStream` by synchronous zlib. pdf.js inflates every stream of a file, of which a Type 3 font
 * has thousands of small ones, and the web stream is slow in Node. pdf.js writes a stream in one chunk. For damaged
 * data the result rejects, and pdf.js then reads as far as it can.
 */
class SyncInflateStream {
  #inflated = Promise.withResolvers<Uint8Array>()

  readonly writable = {
    getWriter: () => ({
      ready: Promise.resolve(),
      write: async (bytes: Uint8Array) => this.#inflate(bytes),
      close: async () => {},
    }),
  }

  #inflate(bytes: Uint8Array): void {
    try {
      this.#inflated.resolve(inflateSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }))
    } catch (error) {
      this.#inflated.reject(error)
    }
  }

  get readable() {
    const inflated = this.#inflated.promise
    return (async function* () {
      yield await inflated
    })()
  }
}

/** Only has to exist: no glyph is ever drawn here. */
class StubFontFace {
  readonly loaded = Promise.resolve()
}

/** Stands for `DOMMatrix` and `Path2D`, which are only used for drawing. */
class StubDrawing {}

/** Replaces the document of a web page: fonts are not loaded for drawing. */
export const STUB_DOCUMENT = { fonts: { add() {}, delete() {} } }
