import { scanCjk } from './scan-cjk.ts'
import { scanCompound } from './scan-compound.ts'
import { type Emit, type EmitWord, emitWordAt, isWordAt, type ScanCursor, wordEnd } from './scan-cursor.ts'
import { CJK_UNIT, JOINER_UNIT, SIGN_UNIT, unitKind, WORD_UNIT } from './unit-kind.ts'
import { withUnits } from './units.ts'
import { formsAt } from './word-table.ts'

/** Emits every term of a folded text and returns the number of positions. */
export function scan(text: string, emit: Emit, emitWord: EmitWord = emitBothForms(emit)): number {
  return withUnits(text, (units) => {
    const walk: ScanCursor = { text, units, emit, emitWord, at: 0, position: 0, cjkEnd: -1 }
    while (walk.at < text.length) scanUnit(walk, unitKind(units[walk.at] ?? 0))
    return walk.position
  })
}

function scanUnit(walk: ScanCursor, kind: number): void {
  if (kind === WORD_UNIT) scanWord(walk)
  else if (kind === CJK_UNIT) scanCjk(walk)
  else if (kind === JOINER_UNIT && isDotNet(walk)) emitWordAt(walk, walk.at, walk.at + '.net'.length)
  else walk.at++
}

/** Creates a receiver of words that emits both of their terms. */
function emitBothForms(emit: Emit): EmitWord {
  return (entry, position, start, end) => {
    const { stem, exact } = formsAt(entry)
    emit(stem, position, start, end)
    if (exact !== '') emit(exact, position, start, end)
  }
}

function scanWord(walk: ScanCursor): void {
  const { units, at } = walk
  const end = wordEnd(units, at)
  const next = unitKind(units[end] ?? 0)
  if (next === JOINER_UNIT && isWordAt(units, end + 1)) scanCompound(walk, end)
  else emitWordAt(walk, at, next === SIGN_UNIT ? languageEnd(walk, end) : end)
}

/** Returns the end of a name such as `c++`, `c#` or `f#`, including its signs. */
function languageEnd({ text, units, at }: ScanCursor, end: number): number {
  if (end - at > 1) return end
  if (text.startsWith('++', end)) return end + 2
  const sharp = text.charAt(end) === '#' && /[acfj]/.test(text.charAt(at))
  return sharp && !isWordAt(units, end + 1) ? end + 1 : end
}

function isDotNet({ text, units, at }: ScanCursor): boolean {
  return text.startsWith('.net', at) && !isWordAt(units, at - 1) && !isWordAt(units, at + '.net'.length)
}
