// The named character references of HTML 4, which also cover the document types of DBLP and PubMed.
import { greekLetters } from './greek.ts'

/** The names of U+00A0 to U+00FF, in order. */
const LATIN1_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
/** Further names, each followed by its character. */
const OTHER_NAMES =
  'quot" amp& lt< gt> apos\' OEligŒ oeligœ ScaronŠ scaronš YumlŸ circˆ tilde˜ ensp\u2002 emsp\u2003 thinsp\u2009 ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› frasl⁄ euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ hArr⇔ forall∀ part∂ exist∃ empty∅ nabla∇ isin∈ notin∉ ni∋ prod∏ sum∑ minus− lowast∗ radic√ prop∝ infin∞ ang∠ and∧ or∨ cap∩ cup∪ int∫ there4∴ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ nsub⊄ sube⊆ supe⊇ oplus⊕ otimes⊗ perp⊥ sdot⋅ hyphen‐ thetasymϑ upsihϒ pivϖ fnofƒ'

function buildEntityTable(): ReadonlyMap<string, string> {
  const names = new Map(Object.entries(greekLetters))
  LATIN1_NAMES.split(' ').forEach((name, i) => {
    names.set(name, String.fromCharCode(0xa0 + i))
  })
  // Not among the Greek letters, because TeX has no such name.
  names.set('sigmaf', 'ς')
  for (const entry of OTHER_NAMES.split(' ')) names.set(entry.slice(0, -1), entry.slice(-1))
  return names
}
const NAMED_ENTITIES = buildEntityTable()

/** Returns the character of a code point; the reference itself where there is no such character. */
function numericEntity(code: number, reference: string): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : reference
}

const CHARACTER_REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,9}));/g

/**
 * Decodes character references once; unknown ones are kept.
 *
 * Entities that a document declares itself are never expanded, so a document type can neither inflate a text nor fetch
 * anything.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(CHARACTER_REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return numericEntity(Number(decimal), whole)
    if (hex) return numericEntity(Number.parseInt(hex, 16), whole)
    return NAMED_ENTITIES.get(name ?? '') ?? whole
  })
}
