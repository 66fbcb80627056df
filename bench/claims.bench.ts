// npm run bench -- claims CLAIMS.jsonl VERDICTS.jsonl: checks the claims of a file in the format of
// shared/data/claims against the records that they cite, as an answer checks its citations, and writes a line
// `{id, verdict}` for each. Score the verdicts with shared/tools/claims.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { createCitationBuilder } from '../server/src/answers/verification/cite-evidence.ts'
import { buildEvidence } from '../server/src/retrieval/evidence/evidence.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'

interface LabelledClaim {
  id: string
  /** The id of the cited paper in the ACL file. */
  paper_id: string
  claim: string
}

const buildCitation = createCitationBuilder([])
type Verdict = ReturnType<typeof buildCitation>['support']

/** Checks a claim against the longest passage of a record, which is its abstract where it has one. */
function checkAgainstRecord(claim: string, paper: AclPaper): Verdict {
  const found = {
    source_id: paper.id,
    paper_id: paper.id,
    engine: 'local',
    work: aclWork(paper),
  }
  const [evidence] = buildEvidence([found], [], 'en').toSorted(
    (a, b) => b.passage.text.length - a.passage.text.length,
  )
  return evidence ? buildCitation(evidence, claim).support : 'unchecked'
}

const [claimsFile, verdictsFile] = process.argv.slice(3)
if (!claimsFile || !verdictsFile) {
  console.error('Usage: npm run bench -- claims CLAIMS.jsonl VERDICTS.jsonl')
  process.exit(1)
}
const papers = new Map((readAcl() ?? []).map((paper) => [paper.id, paper]))
const claims: LabelledClaim[] = readFileSync(claimsFile, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
const verdicts = claims.flatMap(({ id, paper_id, claim }) => {
  const paper = papers.get(paper_id)
  return paper ? [{ id, verdict: checkAgainstRecord(claim, paper) }] : []
})
writeFileSync(verdictsFile, verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(''))
console.log(`${verdicts.length} of ${claims.length} claims checked`)
