import { inflateSync } from 'node:zlib'

/** What one stream of a file may become when it is inflated. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024

/**
 * pdf.js inflates each of a file's streams, thousands of small ones in a Type 3 font, with the web's stream: in Node a
 * quarter of a second a hundred pages of glyphs. The same by zlib at once; what is damaged throws, and pdf.js then reads as
 * far as it goes. `FontFace` is asked for by its name alone: no glyph is ever drawn here.
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

class StubFontFace {
  readonly loaded = Promise.resolve()
}

class StubDrawing {}

let isInstalled = false

/** What pdf.js looks for in the globals of Node, once a process. */
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

/** In place of a page's document: fonts are not loaded to be drawn with. */
export const STUB_DOCUMENT = { fonts: { add() {}, delete() {} } }
