import { citationMarks } from '@scinav/contract/cited-text'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { extractNames } from './rank-sources.ts'
import type { ManuscriptSentence } from './split-sentences.ts'

/** Whether a sentence needs a source, and the reason in Chinese. */
export interface SourceNeed {
  need: 'yes' | 'no' | 'cited'
  reason: string
}

const no = (reason: string): SourceNeed => ({ need: 'no', reason })
const yes = (reason: string): SourceNeed => ({ need: 'yes', reason })

/** The least length of a sentence that states something; in a mixed one the shares of both add up. */
const MIN_HAN_CHARS = 6
const MIN_WORDS = 5

/** How much of the end of a sentence is searched for the sign of a question, in UTF-16 units. */
const QUESTION_END_CHARS = 12
const QUESTION_END = /[?？]["'”’）)\s]{0,4}$|(?:吗|呢)[。.]?\s{0,4}$/u

/** Statements on the structure of a text, and (`TRANSITION_PHRASE`) phrases that connect its parts. */
const STRUCTURE_PHRASE = phrasePattern('citing/structure')
const TRANSITION_PHRASE = new RegExp(`^${anyOf('citing/transition')}`, 'iu')

/** Words by which writers refer to their own work. */
const OWN_WORK_CUE = phrasePattern('citing/own-work')
/** Verbs of using the work of others, which needs a source even when the writer reports the use. */
const REUSE_CUE = phrasePattern('citing/reuse')
/** Statements on open questions, which rest on no source. */
const OUTLOOK_CUE = phrasePattern('citing/outlook')
/** Words by which writers refer to the work of others. */
const OTHER_WORK_CUE = phrasePattern('citing/other-work')
/** A figure with a unit of amount, or a year. */
const STATISTIC =
  /\d(?:[\d.,]{0,12}\d)?\s?(?:%|％|％|倍|亿|万|percent|million|billion|fold)|百分之|\d{4}\s?年/iu

/** Bounds the part of a sentence that is read, in UTF-16 units. */
const MAX_SENTENCE_CHARS = 400

/** Decides by rules whether a stretch of a text needs a source; the user may overrule the decision. */
export function sourceNeed({ kind }: Pick<ManuscriptSentence, 'kind'>, sentence: string): SourceNeed {
  if (kind === 'heading') return no('标题，不需要出处')
  if (kind === 'markup') return no('排版命令、表格或公式，不需要出处')
  if (citationMarks(sentence).length > 0) return { need: 'cited', reason: '已有引用，保持不动' }
  if (isTooShort(sentence)) return no('太短，没有说出可以查证的内容')
  if (QUESTION_END.test(sentence.slice(-QUESTION_END_CHARS))) return no('问句，不需要出处')
  return sentenceNeed(sentence.slice(0, MAX_SENTENCE_CHARS), extractNames(sentence).length > 0)
}

/**
 * Decides for a sentence of running text without citations; the first rule that matches counts.
 *
 * @param hasName whether the sentence names a method, data set or system.
 */
function sentenceNeed(sentence: string, hasName: boolean): SourceNeed {
  if (STRUCTURE_PHRASE.test(sentence)) return no('说明文章结构，不需要出处')
  if (OWN_WORK_CUE.test(sentence))
    return hasName && REUSE_CUE.test(sentence)
      ? yes('用到了他人的方法、数据或系统')
      : no('作者自己的工作，不需要出处')
  if (TRANSITION_PHRASE.test(sentence) && !hasName) return no('承接上下文，不需要出处')
  if (OTHER_WORK_CUE.test(sentence)) return yes('提到已有的研究')
  if (STATISTIC.test(sentence)) return yes('给出了数字')
  if (OUTLOOK_CUE.test(sentence) && !hasName) return no('说的是还没有结论的事，不需要出处')
  return yes(hasName ? '提到具体的方法、数据或系统' : '陈述事实或观点')
}

function isTooShort(sentence: string): boolean {
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = sentence.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0
  return han < MIN_HAN_CHARS && words < MIN_WORDS && han / MIN_HAN_CHARS + words / MIN_WORDS < 1
}
