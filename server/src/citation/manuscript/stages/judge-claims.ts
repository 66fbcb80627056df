import { authorNames } from '@scinav/contract'
import { type ClaimVerdict, judgeClaims } from '../../../answers/index.ts'
import { areOpenToModels } from '../../../knowledge/passages/index.ts'
import { noUsage } from '../../../models/prompts/index.ts'
import { getChatModel, modelWithConsent } from '../../../models/registry/index.ts'
import type { EntryRecord, ManuscriptCheck } from '../check/check.ts'

/** The application whose model judges claims. */
const APPLICATION_ID = 'reference_check'
const REQUEST_TIMEOUT_MS = 60_000

/** A claim of the manuscript with the text of a work that it cites. */
export interface SourcedClaim {
  /** Index of the marker behind it. */
  marker: number
  entry: number
  record: EntryRecord
  claim: string
  /** Everything of the work that is at hand. */
  text: string
  /** The sentence of it closest to the claim. */
  quote: string
  /** The passage or the abstract that the sentence comes from: all of the work that a model is shown. */
  passage: string
  /** What else may state the names and figures of the claim. */
  context: string
  /** Identifies `passage`. */
  passage_id: string
  /** The file that `passage` is in; null for an abstract. */
  document_id: string | null
  page: number | null
  hasFullText: boolean
}

/** Has claims judged by a model, as far as there is one that may read the manuscript. */
export interface ClaimJudge {
  /** Why a model that is there does not judge; null otherwise. */
  notice: string | null
  /** Returns the verdicts; claims without one keep the result of the rules. */
  judge: (claims: readonly SourcedClaim[]) => Promise<Map<SourcedClaim, ClaimVerdict>>
}

const NO_JUDGE: ClaimJudge = { notice: null, judge: async () => new Map() }

/**
 * Creates the judge of a check: a model inside the institution, or one outside if the owner has agreed to it for this
 * check. After a failure of the model, which is only logged, the rules go on alone.
 */
export async function createClaimJudge({ ctx, request, signal }: ManuscriptCheck): Promise<ClaimJudge> {
  const model = await getChatModel(ctx, APPLICATION_ID, null)
  if (!model) return NO_JUDGE
  if (model.external && !request.outside_model)
    return { ...NO_JUDGE, notice: '没有同意把句子发给外部模型，「支持」只按规则核对' }
  if (!(await modelWithConsent(ctx, model)))
    return { ...NO_JUDGE, notice: '您没有同意把文字发给外部模型，「支持」只按规则核对' }
  const usage = noUsage()
  let hasFailed = false
  return {
    notice: null,
    async judge(claims) {
      const permitted = model.external ? await filterOpen(claims) : [...claims]
      if (hasFailed || permitted.length === 0) return new Map()
      try {
        const requests = permitted.map(({ claim, record, passage_id, passage, quote }) => ({
          text: claim,
          before: '',
          sources: [{ passage_id, record: recordLine(record), passage, quote }],
        }))
        const options = { nonce: ctx.newId(), signal, within_ms: REQUEST_TIMEOUT_MS, usage }
        const verdicts = await judgeClaims(model, requests, options)
        return new Map(
          [...verdicts].flatMap(([at, verdict]): [SourcedClaim, ClaimVerdict][] => {
            const claim = permitted[at]
            return claim ? [[claim, verdict]] : []
          }),
        )
      } catch (error) {
        signal.throwIfAborted()
        hasFailed = true
        ctx.log.warn({ err: error }, 'a model could not judge the claims of a manuscript')
        return new Map()
      }
    },
  }

  /** Leaves out claims whose source is a file that may not be sent to a model outside. */
  async function filterOpen(claims: readonly SourcedClaim[]): Promise<SourcedClaim[]> {
    const open: SourcedClaim[] = []
    for (const each of claims)
      if (each.document_id === null || (await areOpenToModels(ctx, [each.document_id]))) open.push(each)
    return open
  }
}

/** Returns title, authors, source and date of a record on one line. */
const recordLine = ({ work }: EntryRecord): string =>
  [work.title, authorNames(work).join(', '), work.basic_sourcename, work.publish_date]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
