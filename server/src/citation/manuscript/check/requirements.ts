import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { BaseContext } from '../../../platform/context/context.ts'
import { OperatorFault } from '../../../platform/foundation/errors.ts'

const measures = [
  'entries',
  'foreign_share',
  'recent_share',
  'self_citation_share',
  'preprint_share',
  'one_journal_share',
] as const

const requirement = z
  .strictObject({
    /** What is required, in Chinese. */
    name: z.string().min(1).max(40),
    measure: z.enum(measures),
    /** Bounds, inclusive: a number of entries, or a share 0–1. */
    min: z.number().min(0).optional(),
    max: z.number().min(0).optional(),
    /** For `recent_share`: how many years count as recent, the present one included; 5 when absent. */
    years: z.number().int().min(1).max(100).optional(),
  })
  .transform((rule) => ({
    ...rule,
    unit: rule.measure === 'entries' ? ('count' as const) : ('share' as const),
  }))

const requirementFile = z.strictObject({ requirements: z.array(requirement).max(20) })

/** What a school requires of a list of references. */
export type Requirement = z.output<typeof requirement>

/**
 * Reads the requirements that the operator has set; none without a file.
 *
 * @throws OperatorFault when the file cannot be read, with the place of the fault.
 */
export async function loadRequirements({
  MANUSCRIPT_RULES,
}: Pick<BaseContext['config'], 'MANUSCRIPT_RULES'>): Promise<Requirement[]> {
  if (!MANUSCRIPT_RULES) return []
  try {
    return requirementFile.parse(JSON.parse(await readFile(MANUSCRIPT_RULES, 'utf8'))).requirements
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new OperatorFault(`MANUSCRIPT_RULES 指定的文件 ${MANUSCRIPT_RULES} 读不出：${reason}`)
  }
}
