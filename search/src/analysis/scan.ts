import { scanCjk } from './scan-cjk.ts'
import { scanCompound } from './scan-compound.ts'
import { cjk, joiner, kindOf, sign, word } from './unit-kind.ts'
import { withUnits } from './units.ts'
import { type Emit, type EmitWord, emitWordAt, isWordAt, type Walk, wordEnd } from './walk.ts'
import { formsAt } from './word-table.ts'

/** Emits every term of a folded text; answers the number of positions. */
export function scan(text: string, emit: Emit, emitWord: EmitWord = bothForms(emit)): number {
  return withUnits(text, (units) => {
    const walk: Walk = { text, units, emit, emitWord, at: 0, position: 0, cjkEnd: -1 }
    while (walk.at < text.length) scanOn(walk, kindOf(units[walk.at] ?? 0))
    return walk.position
  })
}

function scanOn(walk: Walk, kind: number): void {
  if (kind === word) scanWord(walk)
  else if (kind === cjk) scanCjk(walk)
  else if (kind === joiner && isDotNet(walk)) emitWordAt(walk, walk.at, walk.at + '.net'.length)
  else walk.at++
}

/** Emits a word's terms one by one. */
function bothForms(emit: Emit): EmitWord {
  return (entry, position, start, end) => {
    const { stem, exact } = formsAt(entry)
    emit(stem, position, start, end)
    if (exact !== '') emit(exact, position, start, end)
  }
}

function scanWord(walk: Walk): void {
  const { units, at } = walk
  const end = wordEnd(units, at)
  const next = kindOf(units[end] ?? 0)
  if (next === joiner && isWordAt(units, end + 1)) scanCompound(walk, end)
  else emitWordAt(walk, at, next === sign ? languageEnd(walk, end) : end)
}

/** `c++`, `c#`, `f#`: the signs belong to the name. */
function languageEnd({ text, units, at }: Walk, end: number): number {
  if (end - at > 1) return end
  if (text.startsWith('++', end)) return end + 2
  const sharp = text.charAt(end) === '#' && /[acfj]/.test(text.charAt(at))
  return sharp && !isWordAt(units, end + 1) ? end + 1 : end
}

function isDotNet({ text, units, at }: Walk): boolean {
  return text.startsWith('.net', at) && !isWordAt(units, at - 1) && !isWordAt(units, at + '.net'.length)
}
