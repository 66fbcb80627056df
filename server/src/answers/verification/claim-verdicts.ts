import type { Citation } from '@scinav/contract'
import { z } from 'zod'
import { objectSchema } from '../../models/prompts/index.ts'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'
import type { JudgedClaim } from './claims-prompt.ts'

/** The judgement of a model on a claim. */
export interface ClaimVerdict {
  support: Exclude<Citation['support'], 'unchecked'>
  /** The words of the claim that are at fault; empty when it is supported, or when the model named none of its words. */
  fault: string
}

/** The verdict on a claim about the literature as a whole ("no study has tested …"), which cited sources cannot settle. */
export const OPEN = 'open'

/** The words that models use for a verdict. */
const SUPPORT_BY_WORD: Record<string, ClaimVerdict['support'] | typeof OPEN> = {
  supported: 'supported',
  partly: 'partial',
  partial: 'partial',
  unsupported: 'unsupported',
  open: OPEN,
}

const verdictShape = z.object({
  /** The number of the claim, also written as `claim 3`. */
  id: z.union([z.number(), z.string().regex(/^\D{0,8}\d{1,3}$/)]).transform(toNumber),
  verdict: z
    .string()
    .transform((word) => SUPPORT_BY_WORD[word.trim().toLowerCase()])
    .refine((support) => support !== undefined),
  fault: z.string().nullish().catch(null),
})

/** The list of verdicts, of which at least one has to be readable. */
const verdictsShape = z.array(verdictShape.nullable().catch(null)).refine((list) => list.some(Boolean))

/** The reply, of which some models leave out the object around the list. */
const replyShape = z.union([
  z.object({ verdicts: verdictsShape }).transform((reply) => reply.verdicts),
  verdictsShape,
])

/** The JSON schema of the reply. */
export const REPLY_SCHEMA = objectSchema({
  verdicts: {
    type: 'array',
    items: objectSchema({
      id: { type: 'integer' },
      fault: { type: 'string' },
      verdict: { type: 'string', enum: ['supported', 'partly', 'unsupported', OPEN] },
    }),
  },
})

function toNumber(id: number | string): number {
  return typeof id === 'number' ? id : Number(id.replaceAll(/\D/g, ''))
}

/**
 * Reads the verdicts on the claims that were asked about, by the index of the claim. The first verdict on each counts.
 * Returns null without any.
 */
export function readVerdicts(
  reply: string,
  claims: JudgedClaim[],
): Map<number, ClaimVerdict | typeof OPEN> | null {
  const verdicts = new Map<number, ClaimVerdict | typeof OPEN>()
  for (const each of readStructuredReply(reply, replyShape) ?? []) {
    const index = (each?.id ?? 0) - 1
    const claim = claims[index]
    if (!each?.verdict || !claim || verdicts.has(index)) continue
    const { verdict: support } = each
    verdicts.set(
      index,
      support === OPEN ? OPEN : { support, fault: faultOf(support, each.fault, claim.text) },
    )
  }
  return verdicts.size > 0 ? verdicts : null
}

/** Returns the words at fault if they are the claim's own: what else a model writes is not shown to the reader. */
function faultOf(support: ClaimVerdict['support'], fault: string | null | undefined, claim: string): string {
  const words = fault?.trim() ?? ''
  return support !== 'supported' && claim.includes(words) ? words : ''
}
