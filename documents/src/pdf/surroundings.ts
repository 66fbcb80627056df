import { inflateSync } from 'node:zlib'

/** What one stream of a file may become when it is inflated. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * pdf.js inflates each of a file's streams, thousands of small ones in a Type 3 font, with the web's stream: in Node a
 * quarter of a second a hundred pages of glyphs. The same by zlib at once; what is damaged throws, and pdf.js then reads as
 * far as it goes. `FontFace` is asked for by its name alone: no glyph is ever drawn here.
 */
class InflateAtOnce {
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
      this.#inflated.resolve(inflateSync(bytes, { maxOutputLength: MOST_BYTES }))
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

class NoFontFace {
  readonly loaded = Promise.resolve()
}

class NotDrawn {}

let prepared = false

/** What pdf.js looks for in the globals of Node, once a process. */
export function prepareSurroundings(): void {
  if (prepared) return
  prepared = true
  const native = globalThis.DecompressionStream
  Object.assign(globalThis, {
    DecompressionStream: function inflater(format: string) {
      return format === 'deflate'
        ? new InflateAtOnce()
        : new native(format === 'gzip' ? 'gzip' : 'deflate-raw')
    },
  })
  for (const [name, value] of [
    ['FontFace', NoFontFace],
    ['DOMMatrix', NotDrawn],
    ['Path2D', NotDrawn],
  ] as const)
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
}

/** In place of a page's document: fonts are not loaded to be drawn with. */
export const noScreen = { fonts: { add() {}, delete() {} } }
