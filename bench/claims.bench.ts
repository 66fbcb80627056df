// npm run bench -- claims CLAIMS.jsonl VERDICTS.jsonl: checks the claims of a file in the format of
// shared/data/claims against the records that they cite, as an answer checks its citations, and writes a line
// `{id, verdict}` for each. With AI_BASE_URL and AI_MODEL the model checks them, twelve in a request, and the rules
// keep what it gives no verdict on. Score the verdicts with shared/tools/claims.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { createCitationBuilder } from '../server/src/answers/verification/cite-evidence.ts'
import type { CitedClaim } from '../server/src/answers/verification/cited-claims.ts'
import { judgeCitations } from '../server/src/answers/verification/judge-citations.ts'
import { noUsage } from '../server/src/models/prompts/index.ts'
import type { ChatModel } from '../server/src/platform/providers/models/port.ts'
import { buildEvidence, type Evidence } from '../server/src/retrieval/evidence/evidence.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { configureModels } from './question-library.ts'

interface LabelledClaim {
  id: string
  /** The id of the cited paper in the ACL file. */
  paper_id: string
  claim: string
}

/** A claim with its citation as the rules check it; null where its paper is missing. */
interface CheckedClaim {
  id: string
  claim: CitedClaim
  evidence: Evidence
}

const CLAIMS_PER_REQUEST = 12
/** A model with somebody behind it may take this long, in milliseconds. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

const buildCitation = createCitationBuilder([])

/** Cites the longest passage of a record, which is its abstract where it has one. */
function citeRecord({ id, claim }: LabelledClaim, paper: AclPaper): CheckedClaim | null {
  const found = { source_id: paper.id, paper_id: paper.id, engine: 'local', work: aclWork(paper) }
  const [evidence] = buildEvidence([found], [], 'en').toSorted(
    (a, b) => b.passage.text.length - a.passage.text.length,
  )
  if (!evidence) return null
  const citation = { ...buildCitation(evidence, claim), n: 1, start: claim.length, end: claim.length + 3 }
  return { id, claim: { text: claim, before: '', citations: [citation] }, evidence }
}

/** Has a model check claims; a claim without a verdict keeps that of the rules. */
async function judgeAll(model: ChatModel, claims: CheckedClaim[]): Promise<Map<string, string>> {
  const verdicts = new Map<string, string>()
  for (let at = 0; at < claims.length; at += CLAIMS_PER_REQUEST) {
    const batch = claims.slice(at, at + CLAIMS_PER_REQUEST)
    const evidence = new Map(batch.map((each) => [each.evidence.passage.passage_id, each.evidence]))
    const judged = await judgeCitations(
      model,
      // The offset of a citation tells here which claim of the batch it belongs to.
      batch.map(({ claim }, index) => ({
        ...claim,
        citations: claim.citations.map((each) => ({ ...each, start: index })),
      })),
      evidence,
      {
        nonce: 'k4qz81tm',
        signal: new AbortController().signal,
        usage: noUsage(),
        within_ms: REQUEST_TIMEOUT_MS,
      },
    )
    for (const { start, support } of judged) verdicts.set(batch[start]?.id ?? '', support)
    console.log(
      `${Math.min(at + CLAIMS_PER_REQUEST, claims.length)} of ${claims.length}: ${judged.length} verdicts`,
    )
  }
  return verdicts
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
const checked = claims.flatMap((claim) => {
  const paper = papers.get(claim.paper_id)
  return (paper && citeRecord(claim, paper)) ?? []
})
const { model } = configureModels(process.env)
const judged = model ? await judgeAll(model, checked) : new Map<string, string>()
const verdicts = checked.map(({ id, claim }) => ({
  id,
  verdict: judged.get(id) ?? claim.citations[0]?.support ?? 'unchecked',
}))
writeFileSync(verdictsFile, verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(''))
console.log(`${verdicts.length} of ${claims.length} claims checked`)
