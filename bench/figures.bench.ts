// npm run bench -- figures [COUNT] [--show KIND]: changed figures that the check of a citation finds without a model,
// and figures that it marks although they are true. The claims are made by rule of drawn sentences
// (`changed-figures.ts`); papers at even places are for tuning, those at odd places are only reported. True claims of
// SciFact, which people wrote in their own words, are checked against their abstracts beside them.
import { existsSync, readFileSync } from 'node:fs'
import { createCitationBuilder } from '../server/src/answers/verification/cite-evidence.ts'
import { figureConflicts } from '../server/src/language/text/figure-conflicts.ts'
import { buildEvidence } from '../server/src/retrieval/evidence/evidence.ts'
import { type FigureClaim, figureClaims } from './changed-figures.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { type Figure, publishFigures, rounded } from './results.ts'

const DEFAULT_COUNT = 4_000
const SHOWN = 30
const GOALS = {
  changed: { goal: '≥ 60' },
  exchanged: {},
  rounded: { goal: '≤ .1' },
  unchanged: { goal: '≤ .1' },
}
const buildCitation = createCitationBuilder([])

/** Tells whether a claim is marked as contradicted by a sentence of a paper. */
function isMarked(paper: AclPaper, sentence: string, claim: string): boolean {
  const found = { source_id: paper.id, paper_id: paper.id, engine: 'local', work: aclWork(paper) }
  const evidence = buildEvidence([found], [], 'en').find(({ passage }) => passage.text.includes(sentence))
  return evidence !== undefined && buildCitation(evidence, claim, sentence).support === 'unsupported'
}

const SCIFACT = new URL('../../shared/data/qa/scifact-claims/', import.meta.url)

/** Returns the true claims of SciFact, each with a sentence that supports it and the abstract of that. */
function scifactClaims(): { claim: string; sentence: string; paper: AclPaper }[] {
  if (!existsSync(SCIFACT)) return []
  const lines = (file: string) => readFileSync(new URL(file, SCIFACT), 'utf8').trim().split('\n')
  const papers = new Map(
    lines('corpus_sentences.jsonl').map((line): [string, AclPaper] => {
      const { doc_id, title, abstract } = JSON.parse(line)
      const text = abstract.map((each: string) => each.trim()).join(' ')
      return [
        doc_id,
        { id: doc_id, title, abstract: text, authors: [], year: 2020, venue: '', type: 'journal' },
      ]
    }),
  )
  return lines('claims_train.jsonl').flatMap((line) => {
    const { claim, evidence } = JSON.parse(line)
    return evidence.flatMap(({ doc_id, label, text }: { doc_id: string; label: string; text: string[] }) => {
      const paper = papers.get(doc_id)
      const sentence = text[0]?.trim()
      return label === 'SUPPORT' && paper && sentence ? [{ claim, sentence, paper }] : []
    })
  })
}

const papers = readAcl()
if (papers) {
  const count = Number(process.argv[3] ?? DEFAULT_COUNT) || DEFAULT_COUNT
  const shown = process.argv[process.argv.indexOf('--show') + 1]
  const halves = {
    tuning: papers.filter((_, at) => at % 2 === 0),
    test: papers.filter((_, at) => at % 2 === 1),
  }
  const figures: Figure[] = []
  for (const [half, own] of Object.entries(halves)) {
    const checked = figureClaims(own, count / 2).map((each) => ({
      ...each,
      isMarked: isMarked(each.paper, each.sentence, each.claim),
    }))
    const table = Map.groupBy(checked, ({ edit, kind }) => `${edit} ${kind}`)
    console.log(`\n| ${half} half | in place | moved |\n|---|---|---|`)
    for (const edit of ['changed', 'exchanged', 'rounded', 'unchanged'] as const) {
      const all = checked.filter((each) => each.edit === edit)
      const share = rounded((100 * all.filter((each) => each.isMarked).length) / all.length, 1)
      console.log(`| **${edit}** ${share} % of ${all.length} | ${cell(all, false)} | ${cell(all, true)} |`)
      figures.push({
        name: `${edit} figures marked`,
        value: share,
        unit: '%',
        ...GOALS[edit],
        conditions: `${half} half, ${all.length} claims made by rule of sentences of ACL abstracts`,
      })
      for (const [name, group] of [...table].toSorted(([a], [b]) => a.localeCompare(b)))
        if (name.startsWith(edit)) console.log(`| ${name} | ${cell(group, false)} | ${cell(group, true)} |`)
    }
    if (half === 'tuning' && process.argv.includes('--show'))
      for (const { edit, kind, claim, sentence, isMarked } of checked
        .filter((each) => `${each.edit} ${each.kind}`.startsWith(shown ?? ''))
        .filter((each) => each.isMarked !== (each.edit === 'changed' || each.edit === 'exchanged'))
        .slice(0, SHOWN))
        console.log(`\n${edit} ${kind} ${isMarked ? 'marked' : 'missed'}\n  ${claim}\n  ${sentence}`)
  }
  const written = scifactClaims()
  const alarms = written.filter(({ paper, sentence, claim }) => {
    const context = `${paper.title}\n${paper.abstract}`
    return figureConflicts(claim, { cited: sentence, context }).length > 0
  })
  console.log(`\nSciFact: figures of ${alarms.length} of ${written.length} true claims are marked`)
  if (process.argv.includes('--show'))
    for (const { claim, sentence } of alarms) console.log(`  ${claim}\n    ${sentence}`)
  figures.push({
    name: 'true claims with a figure marked',
    value: rounded((100 * alarms.length) / Math.max(1, written.length), 1),
    unit: '%',
    conditions: `${written.length} pairs of a claim and a supporting sentence of SciFact`,
  })
  publishFigures('figures', figures)
}

function cell(claims: (FigureClaim & { isMarked: boolean })[], is_moved: boolean): string {
  const all = claims.filter((each) => each.is_moved === is_moved)
  return `${all.filter((each) => each.isMarked).length} of ${all.length}`
}
