import { authorNames, type ManuscriptCheckEvent, type ManuscriptFinding } from '@scinav/contract'
import {
  bestQuote,
  type ClaimVerdict,
  checkClaim,
  contradicts,
  sharedWordShare,
} from '../../../answers/index.ts'
import { scopeOfPapers } from '../../../knowledge/passages/index.ts'
import { figureConflicts } from '../../../language/text/figure-conflicts.ts'
import { sentenceSpans } from '../../../language/text/sentences.ts'
import { createTimeSlicer } from '../../../platform/foundation/event-loop.ts'
import { findHitEvidence } from '../../../retrieval/index.ts'
import {
  type CheckedText,
  checkEvent,
  createEvidence,
  createFinding,
  type EntryRecord,
  entryName,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import { claimOf } from './cited-claim.ts'
import { groupCitations, shareContexts } from './cited-together.ts'
import { createClaimJudge, type SourcedClaim } from './judge-claims.ts'

/** Citations of one progress event; a request to a model takes as many. */
const BATCH_SIZE = 15
/** Passages of a full text that a claim is compared with. */
const MAX_PASSAGES = 3

/**
 * Compares each sentence that cites an entry with the text of its work that is at hand. Yields the findings in events of
 * `BATCH_SIZE` citations, after warnings about what cannot be compared.
 *
 * @param done number of citations that were compared before an interruption.
 */
export async function* checkSupportStage(
  check: ManuscriptCheck,
  done: number,
): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const records = await check.storage.records()
  const total = text.markers.length
  const withoutAbstract = countWithoutAbstract(text, records)
  if (withoutAbstract > 0)
    yield checkEvent('warning', {
      text: `正文的 ${total} 处引用里，有 ${withoutAbstract} 处的来源在题录里没有摘要；除有全文的以外，没有核对它们是否支持所在的句子`,
    })
  const judge = await createClaimJudge(check)
  if (judge.notice !== null) yield checkEvent('warning', { text: judge.notice })
  const groups = groupCitations(text)
  const pause = createTimeSlicer()
  for (let from = done; from < total; from += BATCH_SIZE) {
    check.signal.throwIfAborted()
    const claims: SourcedClaim[] = []
    for (let at = from; at < Math.min(total, from + BATCH_SIZE); at += 1) {
      claims.push(...(await findClaims(check, text, records, at)))
      await pause()
    }
    const verdicts = await judge.judge(claims)
    const findings: ManuscriptFinding[] = []
    for (const { claim, context, isShared } of shareContexts(claims, groups)) {
      const judged = judgeByRules({ ...claim, context }, { isShared }) ?? judgeByModel(verdicts.get(claim))
      if (judged) findings.push(supportFinding(check, text, claim, judged))
      await pause()
    }
    const until = Math.min(total, from + BATCH_SIZE)
    yield checkEvent('stage.progress', { stage: 'support', done: until, total, findings, checked: [] })
  }
}

/** Returns the number of citations none of whose sources has an abstract. */
function countWithoutAbstract({ markers }: CheckedText, records: ReadonlyMap<number, EntryRecord>): number {
  const hasAbstract = (entry: number) => {
    const { abstract = null, abstract_zh = null } = records.get(entry)?.work ?? {}
    return abstract !== null || abstract_zh !== null
  }
  return markers.filter(({ entries }) => !entries.some(hasAbstract)).length
}

/** Returns the claim of a citation with the text of each cited work that is at hand. */
async function findClaims(
  check: ManuscriptCheck,
  { blocks, markers }: CheckedText,
  records: ReadonlyMap<number, EntryRecord>,
  at: number,
): Promise<SourcedClaim[]> {
  const marker = markers[at]
  const block = marker && blocks[marker.block]
  if (!marker || !block) return []
  const cited = marker.entries.flatMap((entry) => {
    const record = records.get(entry)
    return record ? [{ entry, record }] : []
  })
  if (cited.length === 0) return []
  const claim = claimOf(block.text, marker)
  if (claim === null) return []
  const claims: SourcedClaim[] = []
  for (const { entry, record } of cited) {
    const source = await findSource(check, record, claim)
    if (!source) continue
    const context = [record.work.title, record.work.title_zh ?? '', ...authorNames(record.work), source.text]
    claims.push({ marker: at, entry, record, claim, ...source, context: context.join('\n') })
  }
  return claims
}

/** Returns the text of a work at hand and the sentence of it closest to a claim; null without any. */
async function findSource(
  check: ManuscriptCheck,
  record: EntryRecord,
  claim: string,
): Promise<Pick<
  SourcedClaim,
  'text' | 'passage' | 'quote' | 'passage_id' | 'document_id' | 'page' | 'hasFullText'
> | null> {
  const { abstract, abstract_zh, abstract_by, title } = record.work
  const abstracts = abstract_by === 'source' ? [abstract, abstract_zh].filter((each) => each !== null) : []
  const passages = record.paper_id === null ? [] : await findPassages(check, record.paper_id, claim)
  const texts: SourceText[] = [
    ...passages,
    // Abstracts have no id but their text, which differs also between the languages of one work.
    ...abstracts.map((text) => ({ id: text, text, page: null, document_id: null })),
  ]
  const isChinese = /\p{Script=Han}/u.test(claim)
  const sameLanguage = texts.filter(({ text }) => /\p{Script=Han}/u.test(text) === isChinese)
  const sentences = (sameLanguage.length > 0 ? sameLanguage : texts).flatMap(({ text }) =>
    sentenceSpans(text).map(({ start, end }) => text.slice(start, end)),
  )
  const quote = bestQuote(claim, sentences, title)
  const quoted = texts.find(({ text }) => text.includes(quote))
  if (!quoted) return null
  const { id: passage_id, text: passage, page, document_id } = quoted
  const text = texts.map((each) => each.text).join('\n')
  return { text, passage, quote, passage_id, document_id, page, hasFullText: passages.length > 0 }
}

/** A passage of a full text, or an abstract, which belongs to no document. */
interface SourceText extends Pick<SourcedClaim, 'page' | 'document_id'> {
  id: string
  text: string
}

/** Returns the passages of the full texts of a paper, as far as the owner may read one, that are closest to a claim. */
async function findPassages(
  { ctx, signal }: ManuscriptCheck,
  paper_id: string,
  claim: string,
): Promise<SourceText[]> {
  if (!(await scopeOfPapers(ctx, [paper_id], { outside: false }))) return []
  const scope = { paper_ids: [paper_id], dataset_id: null, dataset_ids: [], document_ids: [], engines: [] }
  const { found } = await findHitEvidence(ctx, { question: claim, scope, most: MAX_PASSAGES }, signal)
  // The abstract of the paper is found too, which is no part of a file.
  return found.flatMap(({ evidence: { passage, file } }) => {
    const { passage_id: id, text, page } = passage
    return file ? [{ id, text, page, document_id: file.document_id }] : []
  })
}

/** Returns the finding about a claim that something speaks against. */
function supportFinding(
  check: ManuscriptCheck,
  text: CheckedText,
  claim: SourcedClaim,
  { kind, severity, reason }: JudgedSupport,
): ManuscriptFinding {
  const { block = 0, start = 0, end = 0 } = text.markers[claim.marker] ?? {}
  const { entry, record, quote, document_id, page, hasFullText } = claim
  const basis = hasFullText ? '原文' : '摘要（没有对照全文）'
  return createFinding(`${claim.marker}:${entry}`, {
    kind,
    severity,
    message: sentence`引用 ${entryName(text, entry)} 的句子与它的${basis}对照，${reason}`,
    places: [{ block, start, end }],
    entry,
    evidence: createEvidence(check, { source: record.source, quote, document_id, page }),
  })
}

/** Share of the content words of a claim that a sentence has, from which both are about the same matter. */
const MIN_SAME_MATTER_SHARE = 0.3

/** What speaks against a claim. */
interface JudgedSupport extends Pick<ManuscriptFinding, 'kind' | 'severity'> {
  /** The end of the message, in Chinese: what is wrong with the sentence. */
  reason: string
}

/**
 * Judges a claim by its figures, its denials and its words. What the source lacks counts only against a full text, since
 * an abstract leaves out most of it. Returns null for a claim that nothing speaks against.
 *
 * @param options `isShared`: whether other sources are cited with it, whose figures the claim may state.
 */
function judgeByRules(
  { claim, quote, context, hasFullText }: SourcedClaim,
  { isShared }: { isShared: boolean },
): JudgedSupport | null {
  // Figures and denials of sentences about different matters do not conflict.
  const isSameMatter = sharedWordShare(claim, quote) >= MIN_SAME_MATTER_SHARE
  const figures = isSameMatter ? figureConflicts(claim, { cited: quote, context }) : []
  if (figures.length > 0)
    return {
      kind: 'contradicted',
      severity: isShared ? 'check' : 'fault',
      reason: `「${figures.join('」「')}」与最接近的一句不同`,
    }
  if (isSameMatter && contradicts(claim, quote))
    return { kind: 'contradicted', severity: 'check', reason: '肯定与否定的说法与最接近的一句相反' }
  if (!hasFullText) return null
  const { support, check } = checkClaim(claim, quote, context)
  if (support !== 'unsupported') return null
  const words = check.missing.length > 0 ? `「${check.missing.join('」「')}」` : '相应的内容'
  return { kind: 'not_in_text', severity: 'check', reason: `最接近的几段没有${words}` }
}

/**
 * Returns what a model found, which was shown only the passage or the abstract with the closest sentence; null for a
 * claim that it found supported or did not judge.
 */
function judgeByModel(verdict: ClaimVerdict | undefined): JudgedSupport | null {
  if (!verdict || verdict.support === 'supported') return null
  const words = verdict.fault === '' ? '' : `「${verdict.fault}」`
  if (verdict.support === 'partial')
    return {
      kind: 'partly_supported',
      severity: 'check',
      reason: `模型认为最接近的一段只支持一部分${words && `，${words}没有找到依据`}`,
    }
  const reason = `模型在最接近的一段里没有找到依据${words && `：${words}`}`
  return { kind: 'not_in_text', severity: 'check', reason }
}
