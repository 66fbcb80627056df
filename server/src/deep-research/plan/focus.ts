import { type QuestionType, readQuestion, sentenceCue, type ToldSentence } from '../../answers/index.ts'
import { type Focus, focusOfTitle } from './templates.ts'

const BY_TYPE: Partial<Record<QuestionType, Focus>> = {
  definition: 'definition',
  method: 'method',
  conclusion: 'result',
  number: 'result',
  'yes-no': 'result',
  cause: 'cause',
  comparison: 'comparison',
  limitation: 'limitation',
}

/** What a step is after: as its template has it, else by how it is put. */
export function focusOf({ title, goal }: { title: string; goal: string }): Focus {
  return focusOfTitle(title) ?? BY_TYPE[readQuestion(title).type] ?? BY_TYPE[readQuestion(goal).type] ?? 'any'
}

/** What sentences are scored for. */
export const wantedType = (focus: Focus): QuestionType =>
  ({
    definition: 'definition',
    problem: 'other',
    method: 'method',
    result: 'conclusion',
    cause: 'cause',
    data: 'other',
    limitation: 'limitation',
    comparison: 'comparison',
    early: 'other',
    recent: 'other',
    one: 'other',
    other: 'other',
    any: 'other',
  })[focus] as QuestionType

/** What a sentence, and the year of its source, have to be for a step; `pivot` parts early from recent. */
export function fits(
  focus: Focus,
  { quote, aspects, cue }: Pick<ToldSentence, 'quote' | 'aspects'> & { cue?: number },
  { year, pivot }: { year: number; pivot: number },
): boolean {
  switch (focus) {
    case 'definition':
      return cue === 1
    case 'problem':
    case 'data':
      return aspects.has(focus)
    case 'method':
      return aspects.has('method') && !aspects.has('result')
    case 'result':
      return aspects.has('result') || (sentenceCue('conclusion', quote) > 0 && !aspects.has('method'))
    case 'cause':
      return sentenceCue('cause', quote) === 1
    case 'limitation':
      return aspects.has('limitation')
    case 'comparison':
      return sentenceCue('comparison', quote) > 0
    case 'early':
      return year > 0 && year <= pivot
    case 'recent':
      return year > pivot
    default:
      return true
  }
}
