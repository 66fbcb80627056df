import { type ResearchSentence, sentenceCue } from '../../answers/index.ts'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import type { QuestionType } from '../../language/question/question-type.ts'
import { findTemplateFocus, type StepFocus } from './templates.ts'

// A step of a research has a focus, the kind of statement that it looks for (`StepFocus`). A sentence has aspects, the
// kinds of statements that it was found to be (`ResearchSentence.aspects`); cues are words that show a kind without
// proving it, and serve for the foci that no aspect stands for.

/** The focus of steps whose wording is a question of a type; other types have none. */
const FOCUS_BY_QUESTION_TYPE: Partial<Record<QuestionType, StepFocus>> = {
  definition: 'definition',
  method: 'method',
  conclusion: 'result',
  number: 'result',
  'yes-no': 'result',
  cause: 'cause',
  comparison: 'comparison',
  limitation: 'limitation',
}

/** Wordings that ask for difficulties or for remedies, whatever the type of the question; the first match counts. */
const FOCUS_PATTERNS: [StepFocus, RegExp][] = [
  ['problem', phrasePattern('research-questions/step-problem')],
  ['method', phrasePattern('research-questions/step-method')],
]
/** Length of a title in which a focus is recognized, in characters. */
const MAX_READ_CHARS = 200

const focusOfWording = (title: string): StepFocus | undefined =>
  FOCUS_PATTERNS.find(([, words]) => words.test(title.slice(0, MAX_READ_CHARS)))?.[0]

/** Returns the focus of a step: that of its template, else one derived from its wording. */
export function stepFocus({ title, goal }: { title: string; goal: string }): StepFocus {
  const stated = findTemplateFocus(title) ?? focusOfWording(title)
  return (
    stated ??
    FOCUS_BY_QUESTION_TYPE[readQuestion(title).type] ??
    FOCUS_BY_QUESTION_TYPE[readQuestion(goal).type] ??
    'any'
  )
}

/** The type of question by which sentences for a focus are scored; other foci are scored as type `other`. */
const SCORING_TYPE_BY_FOCUS: Partial<Record<StepFocus, QuestionType>> = {
  definition: 'definition',
  method: 'method',
  result: 'conclusion',
  cause: 'cause',
  limitation: 'limitation',
  comparison: 'comparison',
}

/** Returns the type of question by which sentences for a focus are scored. */
export const focusQuestionType = (focus: StepFocus): QuestionType => SCORING_TYPE_BY_FOCUS[focus] ?? 'other'

/**
 * Matches words for difficulties. The focus `problem` requires one besides the aspect, because the opening sentences of
 * an abstract count as its problem even when they only introduce the subject.
 */
const DIFFICULTY_CUE = new RegExp(
  ['contrast', 'cue', 'difficulty'].map((list) => anyOf(`limitation/${list}`)).join('|'),
  'iu',
)

/** The cue of a sentence whose wording leaves no doubt; lower ones also occur in sentences of other kinds. */
const CERTAIN_CUE = 1

/**
 * Returns whether a sentence and the year of its source fit the focus of a step. The foci `one`, `other` and `any`
 * accept every sentence.
 *
 * @param sentence `cue` is how clearly its wording defines the subject of the step, 0–1; only the focus `definition`
 *   uses it and requires a certain cue (1). Cues of other kinds, which need no subject, are read from the quote.
 * @param years `year` of the source, 0 when unknown; `pivot` is the last of the early years
 */
export function fitsFocus(
  focus: StepFocus,
  { quote, aspects, cue }: Pick<ResearchSentence, 'quote' | 'aspects'> & { cue?: number },
  { year, pivot }: { year: number; pivot: number },
): boolean {
  switch (focus) {
    case 'definition':
      return cue === CERTAIN_CUE
    case 'problem':
      return aspects.has('problem') && DIFFICULTY_CUE.test(quote)
    case 'data':
      return aspects.has('data')
    case 'method':
      return aspects.has('method') && !aspects.has('result')
    case 'result':
      return aspects.has('result') || (sentenceCue('conclusion', quote) > 0 && !aspects.has('method'))
    case 'cause':
      return sentenceCue('cause', quote) === CERTAIN_CUE
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
