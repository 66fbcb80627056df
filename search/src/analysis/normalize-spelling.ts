/** Stems of words in -ise that have no other spelling; shorter words (raise, devise) are never changed. */
const ALWAYS_ISE = new Set(
  (
    'exerc prem prom prec conc expert advert superv compr surpr enterpr comprom franch improv telev merchand parad treat ' +
    'desp disgu appra anis repr appr chast mort circumc marqu turqu tort porp lique'
  ).split(' '),
)
/** Matches a prefix before one of these stems, as in unsupervised. */
const ISE_PREFIX = /^(?:un|semi|self|non|weak|pre|multi)(?=superv|expert|comprom|prem|conc)/
/** Minimum letters before -ise of a word that is changed. */
const MIN_BASE_CHARS = 4

/** British spellings of parts of words with their American counterparts; each occurs in words of one meaning only. */
const BRITISH_PARTS: [RegExp, string][] = [
  [/(behavi|col|fav|neighb|lab|tum|flav|hum|hon|rum|vap|harb|vig|od|rig|arm|endeav|sav|val|clam)our/, '$1or'],
  [/(cent|fib|met|lit|theat|calib|lust|spect)re(s?)$/, '$1er$2'],
  [/centred$/, 'centered'],
  [/(catal|dial|anal|homol|monol|epil|prol)ogue(s?)$/, '$1og$2'],
  [/^(defen|offen|licen|preten)ce(s?)$/, '$1se$2'],
  [/^(anal|catal|paral|dial|electrol|hydrol)ys(e|ed|er|ers|ing)$/, '$1yz$2'],
  [/haem/, 'hem'],
  [/(an|isch|leuk|bacter|glyc|ur)aemi/, '$1emi'],
  [/(orthop|encyclop|^p)aed/, '$1ed'],
  [/(gyn|^f|^c)aec/, '$1ec'],
  [/^(an|par)aesth/, '$1esth'],
  [/^aetiolog/, 'etiolog'],
  [/^oedema/, 'edema'],
  [/^oestr/, 'estr'],
  [/^foet/, 'fet'],
  [/^palaeo/, 'paleo'],
  [/^archaeo/, 'archeo'],
  [/(diarrh|dyspn|apn|gonorrh)oea/, '$1ea'],
  [/manoeuvr(?:e(?=$|s))?/, 'maneuver'],
  [/^sulph/, 'sulf'],
  [/^programme(s?)$/, 'program$1'],
  [/^(judg|acknowledg)ement/, '$1ment'],
  [/^ageing$/, 'aging'],
  [/^grey(s?)$/, 'gray$1'],
  [/^aluminium$/, 'aluminum'],
  [/^artefact/, 'artifact'],
  [/^sceptic/, 'skeptic'],
  [/^mould/, 'mold'],
  [/^plough/, 'plow'],
  [/^tyre(s?)$/, 'tire$1'],
]

/** Matches every word that contains one of the parts. Most words do not, which saves some thirty tests. */
const BRITISH_PART_HINT =
  /our|[bt]re|ogue|nce|lys|ae|oe|sulph|mme|gem|agei|grey|minium|artef|scept|mould|ploug|tyre/

/** Matches the ending of a British spelling: `organise`, `organisation`. */
const ISE_ENDING = /is(e|ed|es|er|ers|ing|ation|ations|able)$/

/**
 * Returns an English word in its American spelling, so that summarisation and summarization, or behaviour and behavior,
 * are one word. Other words are returned unchanged.
 *
 * @param word word in lower-case Latin letters.
 */
export function normalizeSpelling(word: string): string {
  const ending = ISE_ENDING.exec(word)
  if (ending) {
    const base = word.slice(0, ending.index)
    const hasOnlyIse =
      base.length < MIN_BASE_CHARS || base.endsWith('w') || ALWAYS_ISE.has(base.replace(ISE_PREFIX, ''))
    return hasOnlyIse ? word : `${base}iz${ending[1]}`
  }
  if (!BRITISH_PART_HINT.test(word)) return word
  for (const [british, american] of BRITISH_PARTS)
    if (british.test(word)) return word.replace(british, american)
  return word
}
