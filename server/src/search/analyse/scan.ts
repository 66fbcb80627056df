import { scanCjk } from './scan-cjk.ts'
import { scanCompound } from './scan-compound.ts'
import { cjk, joiner, kindOf, separator, sign, word } from './unit-kind.ts'
import { type Emit, type EmitForms, emitWord, isWordAt, type Walk, wordEnd } from './walk.ts'

/** Emits every term of a folded text; answers the number of positions. */
export function scan(text: string, emit: Emit, emitForms: EmitForms = bothForms(emit)): number {
  const walk: Walk = { text, emit, emitForms, at: 0, position: 0, cjkEnd: -1 }
  while (walk.at < text.length) {
    const kind = kindOf(text.charCodeAt(walk.at))
    if (kind === word) {
      scanWord(walk)
    } else if (kind === cjk) {
      scanCjk(walk)
    } else if (kind === joiner && isDotNet(text, walk.at)) {
      emitWord(walk, walk.at, walk.at + '.net'.length)
    } else {
      walk.at++
    }
  }
  return walk.position
}

/** Emits a word's terms one by one. */
function bothForms(emit: Emit): EmitForms {
  return ({ stem, exact }, position, start, end) => {
    emit(stem, position, start, end)
    if (exact !== '') emit(exact, position, start, end)
  }
}

function scanWord(walk: Walk): void {
  const { text, at } = walk
  const end = wordEnd(text, at)
  const next = end < text.length ? kindOf(text.charCodeAt(end)) : separator
  if (next === joiner && isWordAt(text, end + 1)) scanCompound(walk, end)
  else emitWord(walk, at, next === sign ? languageEnd(text, at, end) : end)
}

/** `c++`, `c#`, `f#`: the signs belong to the name. */
function languageEnd(text: string, at: number, end: number): number {
  if (end - at > 1) return end
  if (text.startsWith('++', end)) return end + 2
  const sharp = text.charAt(end) === '#' && /[acfj]/.test(text.charAt(at))
  return sharp && !isWordAt(text, end + 1) ? end + 1 : end
}

function isDotNet(text: string, at: number): boolean {
  return text.startsWith('.net', at) && !isWordAt(text, at - 1) && !isWordAt(text, at + '.net'.length)
}
