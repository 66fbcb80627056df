// npm run bench -- support: whether the mark of a citation agrees with human judgements, on SciFact's claims and the
// abstracts they cite. Without a model.
import { existsSync, readFileSync } from 'node:fs'
import { bestQuote, checkClaim } from '../server/src/answers/verification/check-claim.ts'
import { quotableText } from '../server/src/language/text/clean.ts'
import { locateQuote } from '../server/src/language/text/locate.ts'
import { cutPassages } from '../server/src/language/text/passages.ts'
import { publishFigures, rounded } from './results.ts'

const FOLDER = new URL('../../shared/data/qa/scifact-claims/', import.meta.url)

interface SciFactClaim {
  id: string
  claim: string
  cited_doc_ids: string[]
  evidence: { doc_id: string; label: ClaimLabel }[]
}

interface SciFactAbstract {
  doc_id: string
  title: string
  abstract: string[]
}

type ClaimLabel = 'SUPPORT' | 'CONTRADICT' | 'NOINFO'

interface JudgedClaim {
  id: number
  label: ClaimLabel
  support: string
  located: boolean
}

const readJsonLines = <Line>(file: string): Line[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Checks a claim against a cited abstract; the sentence is selected and checked as in an answer. */
function judgeClaim(
  { id, claim }: SciFactClaim,
  { title, abstract }: SciFactAbstract,
  label: ClaimLabel,
): JudgedClaim {
  const text = quotableText(abstract.join(' '))
  const passages = cutPassages({ id, heading: title, text, offset: 0 })
  const sentences = passages.flatMap((each) =>
    each.sentences.map((span) => each.text.slice(span.start, span.end)),
  )
  const quote = bestQuote(claim, sentences, title)
  const place = locateQuote(quote, text)
  const at = text.indexOf(quote)
  const located = at >= 0 && place !== null && place.start >= at && place.end <= at + quote.length
  return { id: Number(id), label, support: checkClaim(claim, quote, title).support, located }
}

function judgeAll(): JudgedClaim[] {
  const documents = new Map(
    readJsonLines<SciFactAbstract>('corpus_sentences.jsonl').map((each) => [each.doc_id, each]),
  )
  return readJsonLines<SciFactClaim>('claims_train.jsonl').flatMap((claim) => {
    const labels = new Map<string, ClaimLabel>(claim.evidence.map(({ doc_id, label }) => [doc_id, label]))
    const cited = labels.size > 0 ? [...labels.keys()] : claim.cited_doc_ids
    return cited.flatMap((doc_id) => {
      const document = documents.get(doc_id)
      return document ? [judgeClaim(claim, document, labels.get(doc_id) ?? 'NOINFO')] : []
    })
  })
}

/** Returns precision and recall of the mark `supported` where claims with the labels `against` count as wrong. */
function supportFigures(judged: JudgedClaim[], against: ClaimLabel[]) {
  const count = (labels: ClaimLabel[], support?: string) =>
    judged.filter((each) => labels.includes(each.label) && (!support || each.support === support)).length
  const right = count(['SUPPORT'], 'supported')
  const precision = right / (right + count(against, 'supported'))
  return { precision, recall: right / count(['SUPPORT']) }
}

function labelRow(name: string, judged: JudgedClaim[], against: ClaimLabel[]): string {
  const { precision, recall } = supportFigures(judged, against)
  return `| ${name} | ${precision.toFixed(3)} | ${recall.toFixed(3)} | ${judged.length} |`
}

if (!existsSync(FOLDER)) console.log('shared/data/qa/scifact-claims is not here: nothing to measure')
else {
  const judged = judgeAll()
  const even = judged.filter(({ id }) => id % 2 === 0)
  const odd = judged.filter(({ id }) => id % 2 === 1)
  console.log(`
| \`supported\` among | precision (≥ .85) | recall (≥ .3) | pairs |
|---|---|---|---|
${labelRow('claims that the abstract supports or contradicts', judged, ['CONTRADICT'])}
${labelRow('the same with claims it says nothing about', judged, ['CONTRADICT', 'NOINFO'])}
${labelRow('the latter, even numbers (thresholds were set on these)', even, ['CONTRADICT', 'NOINFO'])}
${labelRow('the latter, odd numbers', odd, ['CONTRADICT', 'NOINFO'])}
`)
  for (const label of ['SUPPORT', 'CONTRADICT', 'NOINFO'] as const) {
    const own = judged.filter((each) => each.label === label)
    const counts = Map.groupBy(own, ({ support }) => support)
    console.log(`${label}: ${[...counts].map(([support, list]) => `${support} ${list.length}`).join(', ')}`)
  }
  const located = judged.filter((each) => each.located).length
  const all = supportFigures(judged, ['CONTRADICT', 'NOINFO'])
  const precisionOf = (claims: JudgedClaim[], against: ClaimLabel[]) =>
    rounded(supportFigures(claims, against).precision, 3)
  publishFigures('support', [
    { name: `precision over ${judged.length} pairs`, value: rounded(all.precision, 3), goal: '≥ .85' },
    { name: 'recall', value: rounded(all.recall, 3), goal: '≥ .3' },
    {
      name: 'precision among supported and contradicted claims',
      value: precisionOf(judged, ['CONTRADICT']),
    },
    {
      name: 'precision, even claim numbers (tuned on)',
      value: precisionOf(even, ['CONTRADICT', 'NOINFO']),
    },
    { name: 'precision, odd claim numbers', value: precisionOf(odd, ['CONTRADICT', 'NOINFO']) },
    {
      name: 'quotes found in their source',
      value: located === judged.length ? 'all' : `${located} of ${judged.length}`,
      goal: 'all',
    },
  ])
  console.log(`quotes found in their source: ${located} of ${judged.length}`)
}
