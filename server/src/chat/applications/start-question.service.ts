import type { api, ParsedInputOf } from '@scinav/contract'
import { preparedSuggestions, startQuestions } from '../../answers/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { allApplications, requireApplication, suggestedQuestions } from './applications.ts'

/** Fewer questions are filled up with those of the application. */
const MIN_QUESTIONS = 3

/**
 * Returns three to five questions to start with: about papers, else about a dataset, else those that an application
 * suggests. When the texts yield too few, questions of the application for such texts are added.
 *
 * @throws AppError `paper.not_found`; `dataset.not_found`; `application.not_found`; `input.invalid` when no subject is
 * given.
 */
export async function listStartQuestions(
  ctx: Context,
  { paper_id_list: paper_ids, dataset_id, application_id }: ParsedInputOf<typeof api.tools.questions>,
): Promise<string[]> {
  if (paper_ids.length > 0) {
    await requirePapers(ctx, paper_ids)
    return fillWithBuiltIn(await startQuestions(ctx, { paper_ids }), 'paper_qa')
  }
  if (dataset_id) return fillWithBuiltIn(await startQuestions(ctx, { dataset_id }), 'dataset_chat')
  if (application_id)
    return suggestedQuestions(requireApplication(application_id), await preparedSuggestions(ctx))
  throw invalidInput('paper_id_list', '请给出文献、知识库或应用')
}

function fillWithBuiltIn(questions: string[], type: 'paper_qa' | 'dataset_chat'): string[] {
  if (questions.length >= MIN_QUESTIONS) return questions
  const usual = allApplications().find((each) => each.type === type)?.suggested_questions ?? []
  return [...new Set([...questions, ...usual])].slice(0, MIN_QUESTIONS)
}
