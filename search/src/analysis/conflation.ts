import { normalizeSpelling } from './normalize-spelling.ts'
import { stemEnglish } from './porter2.ts'

// Corrections to Porter2: irregular forms, words of one family with different stems (*acquire*, *acquisition*), and
// words of different meaning with one stem (*position*, *positive*). They cover only words that are common in titles
// and abstracts and have the same meaning everywhere, unlike *solve* and *solution*, or *convert* and *conversion*.

/** Base forms, each followed by its irregular forms. */
const IRREGULAR_FORMS = `
  corpus corpora|phenomenon phenomena|criterion criteria|matrix matrices|index indices|vertex vertices|vortex vortices
  appendix appendices|cortex cortices|helix helices|simplex simplices|codex codices|spectrum spectra|bacterium bacteria
  curriculum curricula|stratum strata|quantum quanta|continuum continua|equilibrium equilibria|symposium symposia
  consortium consortia|erratum errata|addendum addenda|memorandum memoranda|millennium millennia|mitochondrion mitochondria
  stimulus stimuli|nucleus nuclei|locus loci|focus foci|radius radii|fungus fungi|syllabus syllabi|bacillus bacilli
  calculus calculi|genus genera|taxon taxa|automaton automata|lemma lemmata|schema schemata|stigma stigmata|thesis theses
  crisis crises|axis axes|analysis analyses|hypothesis hypotheses|synthesis syntheses|parenthesis parentheses
  diagnosis diagnoses|prognosis prognoses|metastasis metastases|child children|woman women|man men|mouse mice|foot feet
  tooth teeth|goose geese|ox oxen|louse lice|wife wives|knife knives|life lives|wolf wolves|half halves|calf calves
  shelf shelves|thief thieves|leaf leaves|write wrote written|speak spoke spoken|teach taught|build built|choose chose chosen
  begin began begun|know knew known|grow grew grown|draw drew drawn|seek sought|understand understood|mislead misled
  freeze froze frozen|drive drove driven|rise rose risen|forget forgot forgotten|breed bred|sleep slept|catch caught|buy bought
  bring brought|lose lost|sell sold|spend spent|send sent|deal dealt|learn learnt|spell spelt|shrink shrank shrunk
  become became|arise arose arisen|overcome overcame|undergo underwent undergone|withdraw withdrew withdrawn
  rewrite rewrote rewritten|steal stole stolen|weave wove woven|break broke broken|throw threw thrown|swim swam swum`

/** Beginnings whose words have a stem of their own: the beginning itself, or in `stem=beginning` the stem before it. */
const DISTINCT_STEMS = `
  experiment|universiti=universit|universal|organic|organiz|importanc=important|importanc
  objectiv|subjectiv|effectiv|positiv|negativ|relation|relativ|several|engineer|ironi|digital|informal|emergenci|emergenci=emergency|personalit
  hospitalit|humaniti|successiv|transitiv|authoritarian|authorit|collectiv|conversation|intelligib|animal|federal|temporari=temporar
  consisten|dependenc`

/** Stems of one family, each represented by the first. */
const WORD_FAMILIES = `
  analys analysi analyz|hypothes hypothesi|synthes synthesi|photosynthes photosynthesi|biosynthes biosynthesi
  emphas emphasi|diagnos diagnosi|parenthes parenthesi|paralys paralysi paralyz|hydrolys hydrolysi hydrolyz
  catalys catalysi catalyz|minim minimum|maxim maximum|optim optimum|represent repres|recogn recognit|acquisit acquir
  summar summari|percept perceiv|expans expand|decis decid|exclus exclud|occlus occlud|absorpt absorb|resolut resolv
  induct induc|deduct deduc|assumpt assum|consumpt consum|repetit repeat|explan explain|mainten maintain|pronunci pronounc
  transcript transcrib|prescript prescrib|transmiss transmit|emiss emit|omiss omit|submiss submit|evolut evolv
  dissolut dissolv|retent retain|fusion fuse|econom economi|histor histori|stabil stabl|difficult difficulti|fluenc fluent
  financ financi|context contextu|concept conceptu|invas invad`

/** Returns the groups of words of a list: groups are separated by `|` or line breaks, words by spaces. */
const parseWordGroups = (text: string): string[][] =>
  text
    .split(/[|\n]/)
    .map((words) => words.trim().split(' '))
    .filter(([first]) => first !== '')

/** Base forms by irregular form. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  parseWordGroups(IRREGULAR_FORMS).flatMap(([base = '', ...forms]) => forms.map((form) => [form, base])),
)

/** The stem of its family by the stem of each other member. */
const familyStems = new Map(
  parseWordGroups(WORD_FAMILIES).flatMap(([stem = '', ...others]) => others.map((other) => [other, stem])),
)

/** Stems that stay apart, each with the beginning of the words that it belongs to. */
const distinctStems = parseWordGroups(DISTINCT_STEMS).map(([entry = '']) => {
  const [stem = '', start = stem] = entry.split('=')
  return { stem, start }
})
/** Number of first letters by which the beginnings are looked up; none is shorter. */
const KEY_LETTERS = 4
/** `distinctStems` by the first letters of the words that belong to them. */
const distinctByLetters = Map.groupBy(distinctStems, ({ start }) => start.slice(0, KEY_LETTERS))

/** Matches stems such as *classifi* (*classify*), which become *classif* (*classification*); not *specifi*. */
const VERB_IN_IFY = /^(?!specifi$|signifi$)[a-z]{3,}ifi$/

/**
 * Returns the stem that an English word shares with its other forms and with the words of its family.
 *
 * @param word word in lower-case Latin letters.
 */
export function conflateEnglish(word: string): string {
  const base = normalizeSpelling(irregularForms.get(word) ?? word)
  const distinct = distinctByLetters
    .get(base.slice(0, KEY_LETTERS))
    ?.find(({ start }) => base.startsWith(start))
  if (distinct) return distinct.stem
  const stem = stemEnglish(base)
  return familyStems.get(stem) ?? (VERB_IN_IFY.test(stem) ? stem.slice(0, -1) : stem)
}
